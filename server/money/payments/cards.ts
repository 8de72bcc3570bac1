/** What the sandbox processor does with a card. */
export type SandboxOutcome = 'succeeds' | 'declined' | 'requires_action'

/**
 * How the sandbox processor misbehaves when a test asks for it. `slow`: it answers after a while · `lost`: it charges, the
 * answer is lost · `doubled`: it tells by an event as well · `never`: it charges and never answers · `failed`: it charges and
 * answers with an error · `late`: the wish reaches it only after its key was given up · `early`: its event is worked on before
 * it answers · `disordered`: it tells by several events, the wrong one last, each twice · `strange`: it also tells of a charge
 * that nobody asked for · `mute`: the answer is lost, and for two minutes it does not say what became of the charge.
 */
export const sandboxFaults = ['slow', 'lost', 'doubled', 'never', 'failed', 'late', 'early', 'disordered', 'strange', 'mute'] as const

export type SandboxFault = (typeof sandboxFaults)[number]

/** A card of the sandbox. */
export interface SandboxCard {
  readonly outcome: SandboxOutcome
  readonly brand: string
  readonly last4: string
  readonly fault: SandboxFault | null
}

const TOKEN = /^sandbox_(\d{16})(?:_([a-z]+))?$/
const outcomes: Readonly<Record<string, SandboxOutcome>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000002500003155': 'requires_action',
}

/**
 * The card that a confirmation token of the sandbox stands for, null for any other token. The tokens with a fault
 * (`…_slow` and the others) provoke what processors do at their worst, and are cards only where `hasFaults`.
 */
export function sandboxCard(token: string, hasFaults: boolean): SandboxCard | null {
  const [, number = '', named] = TOKEN.exec(token) ?? []
  const fault = named === undefined ? null : sandboxFaults.find((each) => each === named)
  const outcome = Object.hasOwn(outcomes, number) ? outcomes[number] : undefined
  if (!outcome || fault === undefined || (fault !== null && !hasFaults)) return null
  return { outcome, brand: 'visa', last4: number.slice(-4), fault }
}
