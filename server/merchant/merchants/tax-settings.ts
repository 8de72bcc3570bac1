/** Whether prices contain their tax; `location`: only where buyers expect it (rule X6). */
export const taxBehaviors = ['location', 'inclusive', 'exclusive'] as const

/** The place of a registration by which consumers of all member states of the European Union are taxed at their own rates. */
export const ONE_STOP_SHOP = 'EU-OSS'

/** A place where the merchant is registered: a country (`DE`), a state of the United States or Canada (`US-NY`), or `EU-OSS`. */
export interface TaxRegistration {
  readonly place: string
  /** The merchant's tax id there, as it stands on invoices; null where none was entered. */
  readonly taxId: string | null
}

/** A rate that the merchant enters: it counts instead of the shipped ones of its place. */
export interface OwnTaxRate {
  readonly place: string
  /** The name that buyers read: `GST`. Rates with different names add up. */
  readonly name: string
  /** Millionths: 88750 is 8.875 % (rule X4). */
  readonly ratePpm: number
  /** `YYYY-MM-DD`. */
  readonly validFrom: string
}

/** The engine that works out the taxes: the built-in table of rates, or a tax service (rule X5). */
export const taxEngines = ['built_in', 'stripe'] as const
export type TaxEngineName = (typeof taxEngines)[number]
/** The tax services. */
export type ServiceEngineName = Exclude<TaxEngineName, 'built_in'>

/** The settings by which a merchant collects taxes (rule X6). */
export interface TaxSettings {
  readonly isEnabled: boolean
  /** Where the merchant is established, ISO 3166-1 alpha-2; null only while taxes are off. */
  readonly origin: string | null
  readonly behavior: (typeof taxBehaviors)[number]
  readonly registrations: readonly TaxRegistration[]
  readonly rates: readonly OwnTaxRate[]
  /** Undefined in settings from before there was a choice: the built-in table. */
  readonly engine?: TaxEngineName | undefined
}

/** The engine that works out the taxes of a merchant. */
export function taxEngineOf({ engine }: Pick<TaxSettings, 'engine'>): TaxEngineName {
  return engine ?? 'built_in'
}

/** The settings of a merchant that has not entered any: no tax is collected. */
export const DEFAULT_TAX_SETTINGS: TaxSettings = { isEnabled: false, origin: null, behavior: 'location', registrations: [], rates: [] }
