import type { Merchant } from '#merchant/merchants/model.ts'

/**
 * The checks that must pass before a merchant goes live: buyers can reach it and recognize it on their statements, its invoices name it, it
 * has decided whether it collects taxes, a processor accepts the keys of this server, buyers reach this server, and no test customer still
 * has access at an outside service.
 */
export const liveChecks = ['business_details', 'statement_name', 'taxes', 'processor', 'domain', 'outside_access'] as const
export type LiveCheckName = (typeof liveChecks)[number]

/** One check. */
export interface LiveCheck {
  readonly name: LiveCheckName
  readonly isDone: boolean
}

/** The conditions that the checks depend on. */
export interface LiveConditions {
  readonly merchant: Pick<Merchant, 'email' | 'statementName' | 'businessDetails' | 'taxSettings'>
  /** Whether the processor of live merchants has accepted the keys of this server just now. */
  readonly isProcessorReady: boolean
  /** Whether the URL of this server is one that buyers can open safely: https, and not of the machine itself. */
  readonly isReachable: boolean
  /** Roles and repositories that test customers have at Discord and GitHub. */
  readonly outsideGrants: number
}

/** The readiness of a merchant to go live. */
export interface LiveReadiness {
  readonly merchant: Merchant
  readonly checks: readonly LiveCheck[]
}
