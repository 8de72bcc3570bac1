// The frame of the client matrix: which published clients in which versions, and which of their calls are held. It knows no test
// runner, because `npm run docs` writes the same tables to docs/reference/clients.md, and `npm run clients` prints them.
//
// One file per client has its table (`auth-calls.ts`), one what each held call does (`auth-drives.ts`), and one runs both against the
// application (`auth-matrix.test.ts`).
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A call of a client. `since` and `until` are locked versions: the first and the last one that has the call. */
export interface ClientCall {
  /** The operation that the client requests, such as `POST /v1/products/`; null where it answers by itself. */
  readonly operation: string | null
  readonly since?: string
  readonly until?: string
  /** Why Guildhall does not answer the call. Without it the call is held, and a drive tests it. */
  readonly notHeld?: string
}

/** The calls of a client by the name of their method, such as `organization.create`. `benefits.*` is every method of a namespace. */
export type ClientCalls = Readonly<Record<string, ClientCall>>

/** The names of the calls that are held; a table of drives has exactly these keys. */
export type HeldCall<Calls extends ClientCalls> = {
  [Name in keyof Calls]: Calls[Name] extends { readonly notHeld: string } ? never : Name
}[keyof Calls] &
  string

/** A published client, its locked versions from the oldest to the newest, and its calls. */
export interface ClientFamily<Calls extends ClientCalls = ClientCalls> {
  /** The name in the registry. */
  readonly packageName: string
  /** The names of the locked versions in package.json. */
  readonly aliases: readonly string[]
  readonly calls: Calls
  /** The omissions of held calls, one sentence each; the page of the clients lists them. */
  readonly limits?: readonly string[]
}

/** One version of a client. */
export interface ClientVersion {
  readonly packageName: string
  /** Such as `1.7.25`. */
  readonly version: string
  /** Imports a module of this version: `load('/client')` is `better-auth/client`, `load('')` the package itself. */
  readonly load: (path: string) => Promise<unknown>
}

/** Names the folder with the newest clients (`npm run clients -- --newest`): the matrix then runs with these alone. */
export const NEWEST_FOLDER = 'CLIENTS_FOLDER'
/** The module in that folder that imports for the matrix: what it names is found in the folder's own node_modules. */
export const NEWEST_ENTRY = 'load.mjs'

const newestFolder = process.env[NEWEST_FOLDER]

/** The versions to run: the locked ones, or the newest one of the folder. */
export async function versionsOf(family: ClientFamily): Promise<readonly ClientVersion[]> {
  if (newestFolder === undefined) {
    const locked = lockedVersions(family)
    return family.aliases.map((alias, index) => ({
      packageName: family.packageName,
      version: locked[index] ?? '',
      load: (path) => import(/* @vite-ignore */ `${alias}${path}`),
    }))
  }
  const { packageName } = family
  const entry = (await import(/* @vite-ignore */ pathToFileURL(resolve(newestFolder, NEWEST_ENTRY)).href)) as {
    readonly load: (specifier: string) => Promise<unknown>
  }
  const installed = resolve(newestFolder, 'node_modules', packageName, 'package.json')
  const { version } = JSON.parse(readFileSync(installed, 'utf8')) as { readonly version: string }
  return [{ packageName, version, load: (path) => entry.load(`${packageName}${path}`) }]
}

/** The locked versions of a client, in the order of its aliases: `1.2.8`. From package.json. */
export function lockedVersions({ aliases }: Pick<ClientFamily, 'aliases'>): readonly string[] {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return aliases.map((alias) => /[^@]+$/.exec(devDependencies[alias] ?? '')?.[0] ?? `${alias} is not in package.json`)
}

/** Whether a version has a call: a later version than the locked ones counts as the newest of them. */
export function isInVersion(family: ClientFamily, call: ClientCall, version: string): boolean {
  const locked = lockedVersions(family)
  const place = (of: string) => (locked.includes(of) ? locked.indexOf(of) : locked.length - 1)
  const { since = locked[0] ?? '', until = locked.at(-1) ?? '' } = call
  return place(since) <= place(version) && place(version) <= place(until)
}

/** The names of the calls that a version has and the table claims as held. */
export function heldCalls(family: ClientFamily, version: string): readonly string[] {
  return Object.entries(family.calls).flatMap(([name, call]) =>
    call.notHeld === undefined && isInVersion(family, call, version) ? [name] : [],
  )
}

/** The differences between the table and a client of a version, one sentence each. `methods` are those that the client really has. */
export function differences(family: ClientFamily, version: string, methods: readonly string[]): readonly string[] {
  const claimed = Object.entries(family.calls).flatMap(([name, call]) => (isInVersion(family, call, version) ? [name] : []))
  const covers = (name: string, method: string) => (name.endsWith('.*') ? method.startsWith(name.slice(0, -1)) : name === method)
  const of = `${family.packageName} ${version}`
  return [
    ...methods.filter((method) => !claimed.some((name) => covers(name, method))).map((name) => `${of} has ${name}, the table does not`),
    ...claimed.filter((name) => !methods.some((method) => covers(name, method))).map((name) => `The table has ${name}, ${of} does not`),
  ]
}

/** The rows of a client's table: method, operation, one mark for each locked version, and the reason of what is not held. */
export function matrixRows(family: ClientFamily): readonly (readonly string[])[] {
  const mark = (call: ClientCall, version: string) => {
    if (!isInVersion(family, call, version)) return ''
    return call.notHeld === undefined ? 'yes' : 'no'
  }
  return Object.entries(family.calls).map(([name, call]) => [
    `\`${name}\``,
    call.operation === null ? '' : `\`${call.operation}\``,
    ...lockedVersions(family).map((version) => mark(call, version)),
    call.notHeld ?? '',
  ])
}

/** The number of held calls of a version, and that of all its calls in the table. A namespace (`benefits.*`) counts once. */
export function heldCount(family: ClientFamily, version: string): { readonly held: number; readonly all: number } {
  const all = Object.values(family.calls).filter((call) => isInVersion(family, call, version))
  return { held: all.filter(({ notHeld }) => notHeld === undefined).length, all: all.length }
}
