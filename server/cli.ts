// The `guildhall` command: finds the verb, reads its options, tells what became of it, and ends with an honest exit code.
import { readFileSync } from 'node:fs'
import { SettingsFault } from '#platform/config.ts'
import { columns, exits, helpOf, parseCall, UsageFault, type Verb } from './cli/verb.ts'

// Each verb is read when it is called: `--help` needs no database.
const verbs: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<{ readonly verb: Verb }> }>> = {
  start: { summary: 'Starts Guildhall.', load: () => import('./cli/start.ts') },
  dev: { summary: 'Starts Guildhall for development: everything reloads on change.', load: () => import('./cli/dev.ts') },
  migrate: { summary: 'Brings the database up to date, or tells what is missing.', load: () => import('./cli/migrate.ts') },
  doctor: { summary: 'Tells what is wrong with settings, database, mail, clock and memory.', load: () => import('./cli/doctor.ts') },
  'create-admin': { summary: 'Makes an administrator of the platform.', load: () => import('./cli/create-admin.ts') },
  import: { summary: 'Takes people over from a file.', load: () => import('./cli/import.ts') },
  'verify-ledger': { summary: 'Recomputes the books and names what does not hold.', load: () => import('./cli/verify-ledger.ts') },
  jobs: { summary: 'Shows the jobs that failed for good, and lets them run again.', load: () => import('./cli/jobs.ts') },
  openapi: { summary: 'Prints the OpenAPI document of every operation.', load: () => import('./cli/openapi.ts') },
  secret: { summary: 'Prints a new value for AUTH_SECRET.', load: () => import('./cli/secret.ts') },
}

/** Runs the command with the words after its name; sets the exit code of the process. */
export async function run(argv: readonly string[]): Promise<void> {
  const [name = '--help', ...args] = argv
  if (['--help', '-h', 'help'].includes(name)) {
    process.stdout.write(`${overview()}\n`)
    return
  }
  if (name === '--version') {
    process.stdout.write(`${version()}\n`)
    return
  }
  const known = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!known) {
    process.stderr.write(`There is no verb '${name}'.\n\n${overview()}\n`)
    process.exitCode = exits.usage
    return
  }
  const isJson = args.includes('--json')
  try {
    process.exitCode = await call(name, (await known.load()).verb, args)
  } catch (error) {
    process.exitCode = exitOf(error)
    complain(name, error, isJson)
  }
}

async function call(name: string, verb: Verb, argv: readonly string[]): Promise<number> {
  const { values, args } = parseCall(verb, argv)
  if (values['help']) {
    process.stdout.write(`${helpOf(name, verb)}\n`)
    return exits.well
  }
  const isJson = values['json'] === true
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  return verb.run({
    options: values,
    args,
    isJson,
    say: isJson ? () => undefined : print,
    tell: ({ lines, json }) => (isJson ? print(JSON.stringify(json)) : lines.forEach(print)),
  })
}

function exitOf(error: unknown): number {
  if (error instanceof UsageFault) return exits.usage
  return error instanceof SettingsFault ? exits.settings : exits.failed
}

function complain(name: string, error: unknown, isJson: boolean): void {
  const sentence = error instanceof Error ? sentenceOf(error) : String(error)
  if (isJson)
    process.stdout.write(`${JSON.stringify({ error: sentence, ...(error instanceof SettingsFault ? { faults: error.faults } : {}) })}\n`)
  else process.stderr.write(`${sentence}\n${error instanceof UsageFault ? `See guildhall ${name} --help.\n` : ''}`)
}

// A message of ours is a sentence; its causes say what lies behind.
function sentenceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\n  ${sentenceOf(error.cause)}` : ''
  return `${error.message || error.name}${cause}`
}

function version(): string {
  const about = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  return about.version
}

function overview(): string {
  const lines = columns(Object.entries(verbs).map(([name, { summary }]) => [name, summary] as const))
  return [
    'Usage: guildhall <verb> [options]',
    '',
    'Verbs:',
    ...lines,
    '',
    'guildhall <verb> --help tells more of each, guildhall --version which one this is.',
  ].join('\n')
}
