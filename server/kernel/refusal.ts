/** One line of a capability's table of refusals: what a caller can be told, with its HTTP status. */
export interface RefusalEntry<Code extends string = string> {
  readonly code: Code
  readonly status: number
  readonly sentence: string
  /** Why no call ever answers it, where the specification names a sentence that nothing here can come to. */
  readonly neverSent?: string
}

/** What a refusal may say beyond its table entry. */
export interface RefusalDetails {
  /** Replaces the sentence of the table where the words depend on the case. */
  readonly detail?: string | undefined
  /** The input at fault, as `['body', 'customer_email']`. */
  readonly loc?: readonly (string | number)[] | undefined
  /** Additive fields of the answer; never secrets, never causes. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** An expected error, shown to the caller: thrown by rules and guards, turned into JSON by `platform/http` alone. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly code: string
  readonly status: number
  readonly sentence: string
  /** The sentence of the table, whatever the case at hand says: the auth half makes a code of it. */
  readonly tableSentence: string
  readonly loc: readonly (string | number)[] | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined

  constructor(entry: RefusalEntry, details: RefusalDetails = {}) {
    const sentence = details.detail ?? entry.sentence
    super(sentence)
    this.code = entry.code
    this.status = entry.status
    this.sentence = sentence
    this.tableSentence = entry.sentence
    this.loc = details.loc
    this.extra = details.extra
  }
}

/** One fault of an input: where it is, what is wrong, and the kind of fault; further keys (`ge`, `le`) are additive. */
export interface Problem {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  readonly ctx?: Readonly<Record<string, unknown>>
}

const validation: RefusalEntry = { code: 'RequestValidationError', status: 422, sentence: 'The request is not valid.' }

/** Broken business rules about an input; they share status and shape with the schema's own faults, and come all at once. */
export class ValidationRefusal extends Refusal {
  override readonly name: string = 'ValidationRefusal'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(validation, { detail: problems.map((problem) => problem.msg).join(' '), loc: problems[0]?.loc })
    this.problems = problems
  }
}

interface Line {
  readonly status: number
  readonly sentence: string
  readonly code?: string
  readonly neverSent?: string
}

type Lines = Readonly<Record<string, Line>>

/** The table with its codes filled in. */
export type RefusalTable<Table extends Lines> = {
  readonly [Key in keyof Table & string]: RefusalEntry<Table[Key] extends { readonly code: infer Code extends string } ? Code : string>
}

/**
 * Makes a capability's table of refusals. A key in PascalCase or UPPER_SNAKE is itself the code (`NotOpenCheckout`);
 * a key in camelCase is a name for our eyes and the code comes from the sentence (auth half); a given code wins.
 */
export function defineRefusals<const Table extends Lines>(table: Table): RefusalTable<Table> {
  const entries = Object.entries(table).map(([key, line]) => {
    const code = line.code ?? (/^[A-Z]/.test(key) ? key : codeOf(line.sentence))
    const { status, sentence, neverSent } = line
    return [key, { code, status, sentence, ...(neverSent !== undefined && { neverSent }) }]
  })
  return Object.fromEntries(entries) as RefusalTable<Table>
}

/** The auth half's code of a sentence: upper case, spaces to `_`, everything but `A-Z0-9_` dropped. */
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

/** Throws a 422 of /v1 with these problems. */
export function invalid(problems: readonly Problem[]): never {
  throw new ValidationRefusal(problems)
}

/** Throws a 422 of /v1 when there is at least one problem. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ValidationRefusal(problems)
}

/** The problem of an input that names something unknown, or breaks a rule of ours: `value_error` at the field. */
export function valueProblem(loc: readonly (string | number)[], msg: string): Problem {
  return { loc, msg, type: 'value_error' }
}
