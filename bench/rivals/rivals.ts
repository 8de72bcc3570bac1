// The rivals: other servers that the lines are compared with, each with a pinned version in its own folder.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The folders. 1.7 is the newest version whose dependencies are all published. */
const FOLDERS = ['1.2', '1.7']

/** An installed version with its database on the server of the run. */
export interface Rival {
  readonly version: string
  readonly folder: string
  readonly databaseUrl: string
}

/** Installs missing versions from their lock files, and creates their databases, named after `use`. */
export async function rivalsOn(databaseUrl: string, use: string): Promise<readonly Rival[]> {
  const rivals: Rival[] = []
  for (const name of FOLDERS) {
    const folder = join(import.meta.dirname, name)
    if (!existsSync(join(folder, 'node_modules'))) install(folder)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    const ownUrl = await createDatabase(databaseUrl, `${use}_${name.replace('.', '_')}`)
    rivals.push({ version: dependencies['better-auth'] ?? name, folder, databaseUrl: ownUrl })
  }
  return rivals
}

/** Creates an empty database on the server of the run and returns its URL. */
export async function createDatabase(databaseUrl: string, name: string): Promise<string> {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await query(databaseUrl, `create database ${name}`)
  return url.href
}

/** Executes one statement with a new connection. */
export async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

function install(folder: string): void {
  const done = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`The dependencies of ${folder} could not be installed: ${done.stderr}`)
}
