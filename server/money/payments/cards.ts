import { FRAUD } from './model.ts'

/** A bank's verdict on an attempt: it approves, asks the customer first, takes a minute and then declines, or declines with this code. */
export type SandboxVerdict = 'succeeds' | 'requires_action' | 'declines_later' | DeclineCode

/** Why the sandbox declines. */
export const declineCodes = [
  'card_declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_required',
  FRAUD,
] as const
export type DeclineCode = (typeof declineCodes)[number]

/**
 * The faults of the sandbox processor that a test can provoke. `slow`: it answers with a delay · `lost`: it charges, the answer
 * is lost · `doubled`: it sends an event as well · `never`: it charges and never answers · `failed`: it charges and answers with
 * an error · `late`: the request arrives only after its key was canceled · `early`: its event is processed before it answers ·
 * `disordered`: it sends several events, the wrong one last, each twice · `strange`: it also sends an event about an unknown
 * charge · `mute`: the answer is lost, and for two minutes queries and cancellations of the charge fail.
 */
export const sandboxFaults = ['slow', 'lost', 'doubled', 'never', 'failed', 'late', 'early', 'disordered', 'strange', 'mute'] as const

export type SandboxFault = (typeof sandboxFaults)[number]

/** A card of the sandbox: its number decides what happens. */
export interface SandboxCard {
  readonly number: string
  readonly brand: string
  readonly last4: string
  /** When it is charged as it was entered. */
  readonly entered: SandboxVerdict
  /** When it is set up without a charge. */
  readonly setUp: SandboxVerdict
  /** When the customer has approved the charge that requires it. */
  readonly approved: 'succeeds' | DeclineCode
  /** When it is charged off session as a saved method. */
  readonly saved: 'succeeds' | DeclineCode
  /** `pending`: the bank takes a minute to confirm · `fails`: after the minute it sends the money back. */
  readonly refund: 'succeeds' | 'pending' | 'fails'
  /** Whether the cardholder disputes each charge. */
  readonly isDisputed: boolean
  /** The fault of the processor that each of its charges provokes. */
  readonly fault: 'slow' | 'lost' | 'doubled' | null
}

/** A confirmation token: its card, and the fault that it provokes. */
export interface SandboxToken {
  readonly card: SandboxCard
  /** `MMYY`; null where the token names none. */
  readonly expiry: string | null
  readonly fault: SandboxFault | null
}

const TOKEN = /^sandbox_(\d{16})(?:_((?:0[1-9]|1[0-2])\d{2}))?(?:_([a-z]+))?$/
const usual = { entered: 'succeeds', approved: 'succeeds', saved: 'succeeds', refund: 'succeeds', isDisputed: false, fault: null } as const

type Behaviour = Omit<SandboxCard, 'number' | 'brand' | 'last4' | 'setUp'> & Partial<Pick<SandboxCard, 'setUp'>>

const declined = (code: DeclineCode): Behaviour => ({ ...usual, entered: code, saved: code })

/** The numbers are those of Stripe's test cards, with the same meaning; those that begin with `4000 0000 0010` are our own. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  '4242424242424242': usual,
  '4000000000000002': declined('card_declined'),
  '4000000000009995': declined('insufficient_funds'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': declined('expired_card'),
  '4000000000000127': declined('incorrect_cvc'),
  '4000000000000119': declined('processing_error'),
  '4100000000000019': declined(FRAUD),
  '4000000000000341': { ...declined('card_declined'), setUp: 'succeeds' },
  '4000002500003155': { ...usual, entered: 'requires_action' },
  '4000002760003184': { ...usual, entered: 'requires_action', saved: 'authentication_required' },
  '4000008260003178': { ...usual, entered: 'requires_action', approved: 'insufficient_funds', saved: 'insufficient_funds' },
  '4000000000000259': { ...usual, isDisputed: true },
  '4000000000007726': { ...usual, refund: 'pending' },
  '4000000000005126': { ...usual, refund: 'fails' },
  '4000000000100018': { ...usual, fault: 'slow' },
  '4000000000100026': { ...usual, fault: 'lost' },
  '4000000000100034': { ...usual, fault: 'doubled' },
  '4000000000100042': { ...declined('insufficient_funds'), entered: 'declines_later' },
  '4000000000100059': { ...usual, saved: 'insufficient_funds' },
  '4000000000100067': { ...usual, saved: 'expired_card' },
}

/** The card with this number; undefined for any other number. */
export function sandboxCard(number: string): SandboxCard | undefined {
  const behaviour = Object.hasOwn(behaviours, number) ? behaviours[number] : undefined
  return behaviour && { setUp: behaviour.entered, ...behaviour, number, brand: 'visa', last4: number.slice(-4) }
}

/** The cards of the sandbox, in their order. */
export const sandboxCards: readonly SandboxCard[] = Object.keys(behaviours).flatMap((number) => sandboxCard(number) ?? [])

/**
 * The card of a confirmation token, null for any other text: `sandbox_` and its number, then its expiry where one was entered. The tokens with a fault (`…_slow` and the others) provoke failures of a
 * processor, and are accepted only where `hasFaults`.
 */
export function sandboxToken(token: string, hasFaults: boolean): SandboxToken | null {
  const [, number = '', expiry = null, named] = TOKEN.exec(token) ?? []
  const fault = named === undefined ? null : sandboxFaults.find((each) => each === named)
  const card = sandboxCard(number)
  if (!card || fault === undefined || (fault !== null && !hasFaults)) return null
  return { card, expiry, fault: fault ?? card.fault }
}

/** The verdict of the bank on a charge of a saved method; on session the customer can take the action that it requires. */
export function verdictOfSaved(card: SandboxCard, isOffSession: boolean): SandboxVerdict {
  return card.saved === 'authentication_required' && !isOffSession ? 'requires_action' : card.saved
}
