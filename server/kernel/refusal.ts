/** An entry in the refusal table of a module: an error that a caller can get, with its HTTP status. */
export interface RefusalEntry<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly sentence: string
  /** Why no endpoint sends it, for a sentence that the specification lists and this server cannot produce. */
  readonly neverSent?: string
}

/** Details that a refusal adds to its table entry. */
export interface RefusalDetails {
  /** Replaces the sentence of the table if the message depends on the case. */
  readonly detail?: string | undefined
  /** The invalid input, as `['body', 'customer_email']`. */
  readonly loc?: readonly (string | number)[] | undefined
  /** Additional fields of the response; never secrets, never causes. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  /** Seconds after which the call can succeed, where that is known: sent as `Retry-After`. */
  readonly waitSeconds?: number | undefined
}

/** An expected error that the caller gets: thrown by rules and guards, turned into JSON by `platform/http` alone. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly code: string
  readonly status: number
  readonly sentence: string
  /** The sentence of the table, even if `sentence` differs: the auth API derives the code from it. */
  readonly tableSentence: string
  readonly loc: readonly (string | number)[] | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly waitSeconds: number | undefined

  constructor(entry: RefusalEntry, details: RefusalDetails = {}) {
    const sentence = details.detail ?? entry.sentence
    super(sentence)
    this.code = entry.code
    this.status = entry.status
    this.sentence = sentence
    this.tableSentence = entry.sentence
    this.loc = details.loc
    this.extra = details.extra
    this.waitSeconds = details.waitSeconds
  }
}

/** One problem of an input: its location, its message and its kind; further keys (`ge`, `le`) are additive. */
export interface Problem {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  readonly ctx?: Readonly<Record<string, unknown>>
}

const validation: RefusalEntry = { code: 'RequestValidationError', status: 422, sentence: 'The request is not valid.' }

/** Violated business rules of an input: they have the status and shape of schema errors, and are reported together. */
export class ValidationRefusal extends Refusal {
  override readonly name: string = 'ValidationRefusal'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], { waitSeconds }: Pick<RefusalDetails, 'waitSeconds'> = {}) {
    super(validation, { detail: problems.map((problem) => problem.msg).join(' '), loc: problems[0]?.loc, waitSeconds })
    this.problems = problems
  }
}

interface RefusalSpec {
  readonly status: number
  readonly sentence: string
  readonly code?: string
  readonly neverSent?: string
}

type RefusalSpecs = Readonly<Record<string, RefusalSpec>>

/** A refusal table with its codes filled in. */
export type RefusalTable<Table extends RefusalSpecs> = {
  readonly [Key in keyof Table & string]: RefusalEntry<Table[Key] extends { readonly code: infer Code extends string } ? Code : string>
}

/**
 * Defines the refusal table of a module. A key in PascalCase or UPPER_SNAKE is itself the code (`NotOpenCheckout`). With a key in
 * camelCase the code comes from the sentence (auth API). An explicit code takes precedence.
 */
export function defineRefusals<const Table extends RefusalSpecs>(table: Table): RefusalTable<Table> {
  const entries = Object.entries(table).map(([key, spec]) => {
    const code = spec.code ?? (/^[A-Z]/.test(key) ? key : codeOf(spec.sentence))
    const { status, sentence, neverSent } = spec
    return [key, { code, status, sentence, ...(neverSent !== undefined && { neverSent }) }]
  })
  return Object.fromEntries(entries) as RefusalTable<Table>
}

/** The auth API's code of a sentence: upper case, spaces replaced by `_`, everything but `A-Z0-9_` dropped. */
export function codeOf(sentence: string): string {
  return sentence
    .toUpperCase()
    .replace(/ /g, '_')
    .replace(/[^A-Z0-9_]/g, '')
}

/** Throws the refusal. */
export function refuse(entry: RefusalEntry, details: RefusalDetails = {}): never {
  throw new Refusal(entry, details)
}

/** Throws the refusal when the condition holds. */
export function refuseWhen(condition: boolean, entry: RefusalEntry, details: RefusalDetails = {}): void {
  if (condition) throw new Refusal(entry, details)
}

/** Throws a 422 of /v1 with the problems. */
export function invalid(problems: readonly Problem[]): never {
  throw new ValidationRefusal(problems)
}

/** Throws a 422 of /v1 if there is at least one problem. */
export function refuseProblems(problems: readonly Problem[], details: Pick<RefusalDetails, 'waitSeconds'> = {}): void {
  if (problems.length > 0) throw new ValidationRefusal(problems, details)
}

/** The problem of an input that names something unknown or violates a business rule: `value_error` at the field. */
export function valueProblem(loc: readonly (string | number)[], msg: string): Problem {
  return { loc, msg, type: 'value_error' }
}
