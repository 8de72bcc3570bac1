import { parseArgs } from 'node:util'

/** The exit codes of the command: success, failure or findings, wrong usage, invalid settings, ended by Ctrl-C. */
export const exits = { ok: 0, failed: 1, usage: 2, settings: 78, stopped: 130 } as const

/** An option of a verb. Every verb also has `--help` and `--json`. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** The placeholder for its value in the help. */
  readonly value?: string
  readonly sentence: string
  /** The letter of its short form: `h` for `-h`. */
  readonly letter?: string
  /** Left out of the help: one verb uses it to start another. */
  readonly isHidden?: boolean
}

/** A parsed call of a verb. */
export interface VerbCall {
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly args: readonly string[]
  readonly isJson: boolean
  /** Prints a progress line; silent with `--json`. */
  readonly print: (line: string) => void
  /** Prints the result: its lines, or with `--json` its value as one line of JSON. */
  readonly report: (result: VerbResult) => void
}

/** The result of a verb, as text and as JSON. */
export interface VerbResult {
  readonly lines: readonly string[]
  readonly json: unknown
}

/** One verb of the `guildhall` command. */
export interface Verb {
  /** The arguments after its name. */
  readonly usage?: string
  readonly summary: string
  readonly options?: Readonly<Record<string, Option>>
  /** The most arguments that may follow. */
  readonly args?: number
  /** Further lines of the help. */
  readonly details?: readonly string[]
  /** Resolves to the exit code. */
  readonly run: (call: VerbCall) => Promise<number>
}

/** A mistake in the call, printed with a hint at the help; exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', sentence: 'Prints one line of JSON.' },
  help: { type: 'boolean', letter: 'h', sentence: 'Shows this help.' },
}

/** Parses the arguments after the name of a verb. Throws a `UsageFault` for unknown ones. */
export function parseCall(verb: Verb, args: readonly string[]): { values: Record<string, string | boolean | undefined>; args: string[] } {
  const options = Object.fromEntries(
    Object.entries({ ...verb.options, ...COMMON_OPTIONS }).map(([name, { type, letter }]) => [
      name,
      { type, ...(letter && { short: letter }) },
    ]),
  )
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
  const visible = Object.entries({ ...verb.options, ...COMMON_OPTIONS }).filter(([, option]) => !option.isHidden)
  const flags = visible.map(([flag, { value, sentence, letter }]) => {
    return [`${letter ? `-${letter}, ` : ''}--${flag}${value ? ` <${value}>` : ''}`, sentence] as const
  })
  return [
    `Usage: guildhall ${name}${verb.usage ? ` ${verb.usage}` : ''} [options]`,
    '',
    verb.summary,
    ...(verb.details?.length ? ['', ...verb.details] : []),
    '',
    'Options:',
    ...columns(flags),
    '',
    `Exit codes: ${exits.ok} success, ${exits.failed} failure or faults found, ${exits.usage} wrong usage, ${exits.settings} invalid settings.`,
  ].join('\n')
}

/** Lines of two columns, the second one aligned. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
