// The servers that the account lines are put beside, each of a version that is pinned, in a folder of its own.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The folders. Of 1.7 it is the newest version whose own dependencies are all published. */
const FOLDERS = ['1.2', '1.7']

/** A version that is installed, with a database of its own on the server of the run. */
export interface Rival {
  readonly version: string
  readonly folder: string
  readonly databaseUrl: string
}

/** Installs what is missing, as its lock says, and makes the databases, which are named for what they are used for. */
export async function rivalsOn(databaseUrl: string, use: string): Promise<readonly Rival[]> {
  const rivals: Rival[] = []
  for (const name of FOLDERS) {
    const folder = join(import.meta.dirname, name)
    if (!existsSync(join(folder, 'node_modules'))) install(folder)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    const ownUrl = await makeDatabase(databaseUrl, `${use}_${name.replace('.', '_')}`)
    rivals.push({ version: dependencies['better-auth'] ?? name, folder, databaseUrl: ownUrl })
  }
  return rivals
}

/** Makes an empty database on the server of the run and gives its address. */
export async function makeDatabase(databaseUrl: string, name: string): Promise<string> {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await query(databaseUrl, `create database ${name}`)
  return url.href
}

/** Sends one statement over a connection of its own. */
export async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

function install(folder: string): void {
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`What ${folder} names was not installed: ${done.stderr}`)
}
