/** The outcome of a sandbox card. */
export type SandboxOutcome = 'succeeds' | 'declined' | 'requires_action'

/**
 * The faults of the sandbox processor that a test can provoke. `slow`: it answers with a delay · `lost`: it charges, the answer
 * is lost · `doubled`: it sends an event as well · `never`: it charges and never answers · `failed`: it charges and answers with
 * an error · `late`: the request arrives only after its key was canceled · `early`: its event is processed before it answers ·
 * `disordered`: it sends several events, the wrong one last, each twice · `strange`: it also sends an event about an unknown
 * charge · `mute`: the answer is lost, and for two minutes queries about the charge fail.
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
 * The card of a sandbox confirmation token, null for any other token. The tokens with a fault (`…_slow` and the others) provoke
 * failures of a processor, and are accepted only where `hasFaults`.
 */
export function sandboxCard(token: string, hasFaults: boolean): SandboxCard | null {
  const [, number = '', named] = TOKEN.exec(token) ?? []
  const fault = named === undefined ? null : sandboxFaults.find((each) => each === named)
  const outcome = Object.hasOwn(outcomes, number) ? outcomes[number] : undefined
  if (!outcome || fault === undefined || (fault !== null && !hasFaults)) return null
  return { outcome, brand: 'visa', last4: number.slice(-4), fault }
}
