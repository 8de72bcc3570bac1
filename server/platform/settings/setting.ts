import type { Kind } from './kinds.ts'

/** The settings on which a default can depend. */
export interface DefaultContext {
  readonly isProduction: boolean
  readonly port: number
}

/** One setting: its type, its default, and its documentation. */
export interface Setting<T> {
  readonly kind: Kind<T>
  /** The value if the setting is absent, or a function that computes it. */
  readonly default: NoInfer<T> | ((context: DefaultContext) => NoInfer<T>)
  /** The least number in production, where that is above the kind's own: short lifetimes are for trials. */
  readonly productionMinimum?: number
  /** The default in the documentation, if the value itself does not say it. */
  readonly defaultText?: string
  readonly sentence: string
  /** Other names that are accepted, for migration from other products. */
  readonly aliases?: readonly string[]
  /** Never printed, not even in a fault. */
  readonly isSecret?: boolean
}

/** Declares a setting. */
export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared
}
