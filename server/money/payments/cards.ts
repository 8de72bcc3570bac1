/** What the sandbox processor does with a card. */
export type SandboxOutcome = 'succeeds' | 'declined' | 'requires_action'

/** How the sandbox processor misbehaves when a test asks for it. */
export type SandboxFault = 'slow' | 'lost' | 'doubled'

/** A card of the sandbox. */
export interface SandboxCard {
  readonly outcome: SandboxOutcome
  readonly brand: string
  readonly last4: string
  readonly fault: SandboxFault | null
}

const TOKEN = /^sandbox_(\d{16})(?:_(slow|lost|doubled))?$/
const outcomes: Readonly<Record<string, SandboxOutcome>> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declined',
  '4000002500003155': 'requires_action',
}

/**
 * The card that a confirmation token of the sandbox stands for, null for any other token. The tokens with a fault
 * (`…_slow`, `…_lost`, `…_doubled`) provoke late, lost and doubled answers and are cards only where `hasFaults`.
 */
export function sandboxCard(token: string, hasFaults: boolean): SandboxCard | null {
  const [, number = '', fault = null] = TOKEN.exec(token) ?? []
  const outcome = Object.hasOwn(outcomes, number) ? outcomes[number] : undefined
  if (!outcome || (fault !== null && !hasFaults)) return null
  return { outcome, brand: 'visa', last4: number.slice(-4), fault: fault as SandboxFault | null }
}
