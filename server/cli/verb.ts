import { parseArgs } from 'node:util'

/** How a verb ends: all is well, something failed or was found, it was called wrongly, the settings are not right. */
export const exits = { well: 0, failed: 1, usage: 2, settings: 78 } as const

/** An option of a verb; `--help` and `--json` belong to all. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** How its value is called in the help. */
  readonly value?: string
  readonly sentence: string
  /** Not told in the help: one verb uses it to call another. */
  readonly isHidden?: boolean
}

/** A verb as it was called. */
export interface VerbCall {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly args: readonly string[]
  readonly isJson: boolean
  /** Tells the person; silent where the answer is JSON. */
  readonly say: (line: string) => void
  /** Gives the result: the lines to a person, the value as one line of JSON where that is asked for. */
  readonly tell: (result: ParsedCall) => void
}

/** What came of a verb, in both forms. */
export interface ParsedCall {
  readonly lines: readonly string[]
  readonly json: unknown
}

/** One verb of the `guildhall` command. */
export interface Verb {
  /** What may follow its name. */
  readonly usage?: string
  readonly summary: string
  readonly options?: Readonly<Record<string, Option>>
  /** Words that may follow at most. */
  readonly args?: number
  /** Further lines of the help. */
  readonly details?: readonly string[]
  /** Gives the exit code. */
  readonly run: (call: VerbCall) => Promise<number>
}

/** A mistake in the call: told with the way to the help, exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

const EVERY: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', sentence: 'Answers with one line of JSON.' },
  help: { type: 'boolean', sentence: 'Shows this.' },
}

/** Reads what follows a verb's name; throws a `UsageFault` for what it does not know. */
export function parseCall(verb: Verb, args: readonly string[]): { values: Record<string, string | boolean | undefined>; args: string[] } {
  const options = Object.fromEntries(Object.entries({ ...verb.options, ...EVERY }).map(([name, { type }]) => [name, { type }]))
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    if (!values['help'] && positionals.length > (verb.args ?? 0)) throw new Error(`'${positionals[verb.args ?? 0]}' is not expected here.`)
    return { values: values as Record<string, string | boolean | undefined>, args: positionals }
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error))
  }
}

/** The help of one verb. */
export function helpOf(name: string, verb: Verb): string {
  const shown = Object.entries({ ...verb.options, ...EVERY }).filter(([, option]) => !option.isHidden)
  const flags = shown.map(([flag, { value, sentence }]) => [`--${flag}${value ? ` <${value}>` : ''}`, sentence] as const)
  return [
    `Usage: guildhall ${name}${verb.usage ? ` ${verb.usage}` : ''} [options]`,
    '',
    verb.summary,
    ...(verb.details?.length ? ['', ...verb.details] : []),
    '',
    'Options:',
    ...columns(flags),
    '',
    `Exit codes: ${exits.well} all is well, ${exits.failed} it failed or found faults, ${exits.usage} called wrongly, ${exits.settings} the settings are not right.`,
  ].join('\n')
}

/** Two columns, the second aligned. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
