type Ending = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K> = K extends `${infer B}_${Ending}` ? B : never

/** A tree of sentences. `{{name}}` marks a value; keys `x_one`, `x_other` … are the plural forms of `x`, chosen by `count`. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** What another language must hold for the English tree `T`: the same keys; of a plural `_other`, and the forms that the language has. */
export type Messages<T> = {
  readonly [K in keyof T as Base<K> extends never ? K : never]: T[K] extends string ? string : Messages<T[K]>
} & {
  readonly [K in keyof T as Base<K> extends never ? never : `${Base<K>}_other`]: string
} & {
  readonly [K in keyof T as Base<K> extends never ? never : `${Base<K>}_${Exclude<Ending, 'other'>}`]?: string
}

/** Every key of a tree: nested ones joined by dots, the forms of a plural folded into one. */
export type Key<T> = {
  [K in keyof T & string]: T[K] extends string ? (Base<K> extends never ? K : Base<K>) : `${K}.${Key<T[K]>}`
}[keyof T & string]
type At<T, K> = K extends `${infer Step}.${infer Rest}`
  ? Step extends keyof T
    ? At<T[Step], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : `${K & string}_other` extends infer Form extends keyof T
      ? T[Form] | Counted
      : never
/** Marks a plural, whose English form may leave its count unsaid. */
type Counted = '{{count}}'
type Named<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Named<Rest> : never
type Values<S> = [Named<S>] extends [never] ? [] : [values: { readonly [N in Named<S>]: N extends 'count' ? number : string | number }]

/** The keys whose sentences name no value. */
export type PlainKey<T> = { [K in Key<T>]: Values<At<T, K>> extends [] ? K : never }[Key<T>]

/** Says one sentence: the key is checked, and so are the values that its English form names. */
export interface Translate<T> {
  <K extends Key<T>>(key: K, ...values: Values<At<T, K>>): string
  /** The BCP 47 tag of the language that is spoken. */
  readonly language: string
  /** The sentence of a key that is known only at run time (an error code), or undefined. */
  readonly find: (key: string, values?: Readonly<Record<string, string | number>>) => string | undefined
}

/**
 * Makes the function that speaks one tree of sentences in one language. The shape always comes from English:
 * `speaker('en', auth)`, `speaker<typeof en.auth>('pl', pl.auth)`.
 */
export function translator<const T>(language: string, words: T): Translate<T>
export function translator<T>(language: string, words: Messages<T>): Translate<T>
export function translator(language: string, words: unknown): Translate<unknown> {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const find = (key: string, values: Readonly<Record<string, string | number>> = {}): string | undefined => {
    const count = values['count']
    const form = typeof count === 'number' ? look(words, `${key}_${plurals.select(count)}`) : undefined
    const sentence = form ?? (typeof count === 'number' ? look(words, `${key}_other`) : undefined) ?? look(words, key)
    return sentence?.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
    })
  }
  const say = (key: string, values?: Readonly<Record<string, string | number>>) => find(key, values) ?? key
  return Object.assign(say, { language, find }) as Translate<unknown>
}

function look(words: unknown, key: string): string | undefined {
  let place: unknown = words
  for (const step of key.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined
    place = (place as Record<string, unknown>)[step]
  }
  return typeof place === 'string' ? place : undefined
}
