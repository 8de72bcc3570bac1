// The `guildhall` command: finds the verb, parses its options, prints the result and sets the exit code.
import { closestMatch } from 'leven'
import { SettingsFault } from '#platform/config.ts'
import { VERSION } from '#platform/program.ts'
import { loadEnvironmentFile } from './cli/environment-file.ts'
import { columns, exits, helpOf, parseCall, UsageFault, type Verb } from './cli/verb.ts'

// Each verb is loaded when it is called: `--help` needs no database.
const verbs: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<{ readonly verb: Verb }> }>> = {
  start: { summary: 'Starts Guildhall.', load: () => import('./cli/start.ts') },
  dev: { summary: 'Starts Guildhall for development: everything reloads on change.', load: () => import('./cli/dev.ts') },
  migrate: { summary: 'Applies pending database migrations, or lists them.', load: () => import('./cli/migrate.ts') },
  doctor: {
    summary: 'Checks settings, versions, database, mail, the store of files, ClickHouse, clock and memory.',
    load: () => import('./cli/doctor.ts'),
  },
  'create-admin': { summary: 'Creates an administrator of the platform.', load: () => import('./cli/create-admin.ts') },
  import: { summary: 'Imports users from a file.', load: () => import('./cli/import.ts') },
  'verify-ledger': { summary: 'Recomputes the ledger and lists inconsistent entries.', load: () => import('./cli/verify/ledger.ts') },
  'verify-usage': {
    summary: 'Recomputes the figures of meters and lists those that differ from the events.',
    load: () => import('./cli/verify/usage.ts'),
  },
  'verify-metrics': {
    summary: 'Recomputes the figures of the metrics and lists those that differ from the sales.',
    load: () => import('./cli/verify/metrics.ts'),
  },
  books: { summary: 'Prints the books of deleted organizations.', load: () => import('./cli/books.ts') },
  payouts: { summary: 'Lists what the platform owes to organizations, and records payouts.', load: () => import('./cli/payouts.ts') },
  'catch-up': {
    summary: 'Confirms that periods which were missed during a long downtime are billed, or lists them.',
    load: () => import('./cli/catch-up.ts'),
  },
  clock: { summary: 'Moves the simulated time of a test merchant forward, or shows it.', load: () => import('./cli/test-clock/clock.ts') },
  listen: {
    summary: 'Forwards the events of an organization to a URL, and shows them.',
    load: () => import('./cli/webhooks/listen.ts'),
  },
  trigger: { summary: 'Makes an event happen in a test organization.', load: () => import('./cli/webhooks/trigger.ts') },
  jobs: { summary: 'Lists dead jobs and retries them.', load: () => import('./cli/jobs.ts') },
  openapi: { summary: 'Prints the OpenAPI document of every operation.', load: () => import('./cli/openapi.ts') },
  secret: { summary: 'Prints a new value for AUTH_SECRET, or applies it to stored values.', load: () => import('./cli/secret.ts') },
}

/** The names of the verbs, in the order of the help. */
export const verbNames: readonly string[] = Object.keys(verbs)

/** The letters in which a mistyped verb may differ from the one that is suggested. */
const TYPING_MISTAKES = 3

/** Where a command prints. */
interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** Runs the command with the arguments after its name and sets the exit code of the process. */
export async function run(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', endWithReader)
  const terminal = { out: (text: string) => void process.stdout.write(text), err: (text: string) => void process.stderr.write(text) }
  process.exitCode = await respond(argv, terminal, loadEnvironmentFile)
}

/** Runs the command and resolves to its exit code. `loadSettings` is called before a verb that reads the settings. */
export async function respond(argv: readonly string[], terminal: Terminal, loadSettings: () => void): Promise<number> {
  const [name, ...args] = spelledOut(argv)
  if (name === '--help' || name === '--version') {
    terminal.out(`${name === '--help' ? overview() : VERSION}\n`)
    return exits.ok
  }
  const known = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!known) {
    terminal.err(`There is no verb '${name}'.${suggestion(name)}\n\n${overview()}\n`)
    return exits.usage
  }
  const isJson = args.includes('--json')
  // The reloaded server reads the file itself, so that a change of it counts.
  if (name !== 'dev') loadSettings()
  try {
    return await call(terminal, { name, verb: (await known.load()).verb, argv: args })
  } catch (error) {
    reportError(terminal, { name, error, isJson })
    return exitCodeOf(error)
  }
}

/** The arguments with the short forms spelled out: `-v`, `-h` and `help <verb>`. */
function spelledOut(argv: readonly string[]): [name: string, ...args: string[]] {
  const [name = '--help', verb] = argv
  if (name === 'help' && verb !== undefined) return [verb, '--help']
  if (['help', '-h'].includes(name)) return ['--help']
  return ['version', '-v'].includes(name) ? ['--version'] : [name, ...argv.slice(1)]
}

function suggestion(name: string): string {
  const nearest = closestMatch(name, verbNames, { maxDistance: TYPING_MISTAKES })
  return nearest === undefined ? '' : ` Did you mean '${nearest}'?`
}

// A reader such as `head` may close the pipe before the end: that is no fault.
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(exits.ok)
}

interface Call {
  readonly name: string
  readonly verb: Verb
  readonly argv: readonly string[]
}

async function call({ out }: Terminal, { name, verb, argv }: Call): Promise<number> {
  const { values, args } = parseCall(verb, argv)
  if (values['help']) {
    out(`${helpOf(name, verb)}\n`)
    return exits.ok
  }
  const isJson = values['json'] === true
  const print = (line: string): void => out(`${line}\n`)
  return verb.run({
    options: values,
    args,
    isJson,
    print: isJson ? () => undefined : print,
    report: ({ lines, json }) => (isJson ? print(JSON.stringify(json)) : lines.forEach(print)),
  })
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageFault) return exits.usage
  return error instanceof SettingsFault ? exits.settings : exits.failed
}

interface Failure {
  readonly name: string
  readonly error: unknown
  readonly isJson: boolean
}

function reportError({ out, err }: Terminal, { name, error, isJson }: Failure): void {
  const message = error instanceof Error ? messageOf(error) : String(error)
  if (isJson) out(`${JSON.stringify({ error: message, ...(error instanceof SettingsFault ? { faults: error.faults } : {}) })}\n`)
  else err(`${message}\n${error instanceof UsageFault ? `See guildhall ${name} --help.\n` : ''}`)
}

// The message of an error with those of its causes indented below it.
function messageOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  ${messageOf(error.cause)}` : ''
  return `${error.message || error.name}${cause}`
}

function overview(): string {
  const lines = columns(Object.entries(verbs).map(([name, { summary }]) => [name, summary] as const))
  return [
    'Usage: guildhall <verb> [options]',
    '',
    'Verbs:',
    ...lines,
    '',
    'Run guildhall help <verb> for the options of a verb, guildhall -v for the version.',
  ].join('\n')
}
