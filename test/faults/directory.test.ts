// States of DATA_DIR: in use, copied, damaged, of another version. The server refuses each with a sentence or opens it completely.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readState, stateFile, writeInUse } from '#platform/database/directory/state-file.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { type CommandResult, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { createMerchantClient, type MerchantClient } from './merchant-client.ts'

const PRODUCTS = 30
const PAGE = 8192
const folder = mkdtempSync(join(tmpdir(), 'guildhall-directory-'))
const NO_WATCHES = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const secret = { AUTH_SECRET: 'one secret for every start of a fault test', RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' }
/** A directory after a clean stop, one whose server was killed, and one that was copied during writes. */
const closed = join(folder, 'closed')
const killed = join(folder, 'killed')
const copiedInUse = join(folder, 'copiedInUse')
/** The file of the table of products, and the file of a system table that did not change since its creation. */
let products: string
let unchangedTable: string
let merchant: MerchantClient
let blocker: Server
let count = 0

const database = (data: string): string => join(data, 'database')

const open = (data: string, port: number): Promise<RunningGuildhall> => startGuildhall({ ...secret, DATA_DIR: data, PORT: String(port) })

/** Tries to start on a port in use: with a directory that can be opened, the start fails with the sentence about the port. */
const tryStart = (data: string): Promise<CommandResult> => {
  const { port } = blocker.address() as { port: number }
  return guildhall(['start'], { ...secret, DATA_DIR: data, PORT: String(port) })
}

/** Excludes the files of the process that locks the directory, and its reserved space. */
const ownFiles = (path: string): boolean => !/lock\.sock|database\.room/.test(path)

/** Writes a state file of its own into the copy of a killed server's directory, as if the server had been killed there. */
function rewriteState(data: string): void {
  const state = readState(database(data))
  if (state.state === 'in-use') writeInUse(database(data), state.files)
}

function copyOf(data: string): string {
  count += 1
  const copy = join(folder, `copy-${count}`)
  cpSync(data, copy, { recursive: true, filter: ownFiles })
  if (data === killed) rewriteState(copy)
  return copy
}

const createProduct = (name: string) => {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  return merchant.request('POST /v1/products/', { body: { name, recurring_interval: null, prices } })
}

beforeAll(async () => {
  blocker = createServer().listen(0)
  const data = join(folder, 'data')
  const port = await freePort()
  let server = await open(data, port)
  merchant = await createMerchantClient(server.baseUrl)
  for (let number = 0; number < PRODUCTS; number += 1) await createProduct(`product ${number}`)
  const writing = Promise.all(Array.from({ length: PRODUCTS }, (_, number) => createProduct(`later ${number}`)))
  cpSync(data, copiedInUse, { recursive: true, filter: ownFiles })
  await writing
  await server.stop('SIGTERM')
  cpSync(data, closed, { recursive: true, filter: ownFiles })
  server = await open(data, port)
  await createProduct('last')
  await server.stop('SIGKILL')
  cpSync(data, killed, { recursive: true, filter: ownFiles })
  rewriteState(killed)
  rmSync(data, { recursive: true })
})
afterAll(async () => {
  await merchant?.receiver.close()
  blocker?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a byte that changes on disk under a running server causes an error when it is read', { timeout: 60_000 }, async () => {
  const copy = copyOf(closed)
  const opened = await openEmbedded({ directory: database(copy) }, NO_WATCHES)
  const pathOf = async (table: string): Promise<string> =>
    (await sql<{ path: string }>`select pg_relation_filepath(${table}::regclass) as path`.execute(opened.db)).rows[0]?.path ?? ''
  products = await pathOf('products')
  unchangedTable = await pathOf('pg_description')
  flip(join(database(copy), products))
  await expect(sql`select name from products`.execute(opened.db)).rejects.toMatchObject({ code: 'XX001' })
  // A schema version that only a later Guildhall knows.
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(opened.db)
  await opened.close()
  const { code, err } = await tryStart(copy)
  expect([code, err]).toEqual([1, expect.stringContaining('A newer Guildhall wrote this database (9999_later)')])
})

const files = {
  table: (data: string) => join(database(data), products),
  unread: (data: string) => join(database(data), unchangedTable),
  log: (data: string) => join(database(data), 'pg_wal/000000010000000000000001'),
  control: (data: string) => join(database(data), 'global/pg_control'),
  version: (data: string) => join(database(data), 'PG_VERSION'),
  state: (data: string) => stateFile(database(data)),
  layout: (data: string) => join(data, 'version'),
} as const

/** Flips one bit, in the fourth page, or in the first of a shorter file. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = (bytes.length > 3 * PAGE ? 3 * PAGE : 0) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const zero = (file: string): void => writeFileSync(file, Buffer.alloc(statSync(file).size))
const halve = (file: string): void => truncateSync(file, Math.floor(statSync(file).size / 2))

/**
 * The damage to one file, and the error of the start. A damaged `closed` or `killed` directory is refused before the database
 * opens, so the file is restored and the directory is used again. `recovered` is a copy of a killed directory that is opened, recovered and then read.
 */
const damageCases: readonly DamageCase[] = [
  {
    of: 'closed',
    damageName: 'a table is shorter',
    file: 'table',
    damage: halve,
    error: /is damaged: base\/.* has \d+ bytes instead of \d+\./,
  },
  {
    of: 'closed',
    damageName: 'a table is full of zeros',
    file: 'table',
    damage: zero,
    error: /is damaged: base\/.* has different content\./,
  },
  {
    of: 'closed',
    damageName: 'a byte of a table is another',
    file: 'table',
    damage: flip,
    error: /is damaged: base\/.* has different content\./,
  },
  { of: 'closed', damageName: 'a table is missing', file: 'table', damage: rmSync, error: /is damaged: base\/.* is missing\./ },
  {
    of: 'closed',
    damageName: 'the log is shorter',
    file: 'log',
    damage: halve,
    error: /is damaged: pg_wal\/.* has \d+ bytes instead of \d+\./,
  },
  {
    of: 'closed',
    damageName: 'pg_control is missing',
    file: 'control',
    damage: rmSync,
    error: /is damaged: global\/pg_control is missing\./,
  },
  {
    of: 'closed',
    damageName: 'pg_control is full of zeros',
    file: 'control',
    damage: zero,
    error: /is damaged: global\/pg_control is incomplete\./,
  },
  { of: 'closed', damageName: 'PG_VERSION is missing', file: 'version', damage: rmSync, error: /is damaged: PG_VERSION is missing\./ },
  {
    of: 'closed',
    damageName: 'it is of another PostgreSQL version',
    file: 'version',
    damage: (file) => writeFileSync(file, '17\n'),
    error: /was created by PostgreSQL 17, and this Guildhall/,
  },
  {
    of: 'closed',
    damageName: 'its state file is shorter',
    file: 'state',
    damage: halve,
    error: /is damaged: .*guildhall\.json cannot be read\./,
  },
  {
    of: 'closed',
    damageName: 'a newer layout',
    file: 'layout',
    damage: (file) => writeFileSync(file, '2\n'),
    error: /was written by a newer Guildhall \(layout 2/,
  },
  {
    of: 'killed',
    damageName: 'the log is shorter',
    file: 'log',
    damage: halve,
    error: /is damaged: pg_wal\/.* has \d+ bytes instead of 16777216\./,
  },
  {
    of: 'killed',
    damageName: 'pg_control is missing',
    file: 'control',
    damage: rmSync,
    error: /is damaged: global\/pg_control is missing\./,
  },
  {
    of: 'recovered',
    damageName: 'a table is shorter',
    file: 'table',
    damage: halve,
    error: /is damaged: base\/.* \(products\) is shorter than before\./,
  },
  {
    of: 'recovered',
    damageName: 'a table is missing',
    file: 'table',
    damage: rmSync,
    error: /is damaged: base\/.* \(products\) is shorter than before\./,
  },
  {
    of: 'recovered',
    damageName: 'a byte of a table is another',
    file: 'unread',
    damage: flip,
    error: /is damaged: .*page 3 has a wrong checksum\./,
  },
]
interface DamageCase {
  readonly of: 'closed' | 'killed' | 'recovered'
  readonly damageName: string
  readonly file: keyof typeof files
  readonly damage: (file: string) => void
  readonly error: RegExp
}

test('a damaged directory is refused with a sentence that names the damage', { timeout: 120_000 }, async () => {
  const unexpected: unknown[] = []
  const refuse = async (of: DamageCase['of']): Promise<void> => {
    for (const { damageName, file, damage, error } of damageCases.filter((each) => each.of === of)) {
      const data = of === 'closed' ? closed : of === 'killed' ? killed : copyOf(killed)
      const path = files[file](data)
      const original = readFileSync(path)
      damage(path)
      const { code, err } = await tryStart(data)
      if (code !== 1 || !error.test(err) || /\n +at /.test(err)) unexpected.push({ of, damageName, code, err })
      if (of === 'recovered') rmSync(data, { recursive: true })
      // Overwritten in place: the state file identifies files by their inode.
      else writeFileSync(path, original)
    }
  }
  await Promise.all([refuse('closed'), refuse('killed').then(() => refuse('recovered'))])
  expect(unexpected).toEqual([])
})

describe('a copied directory', () => {
  const productNamesIn = async (data: string): Promise<string[]> => {
    const server = await open(data, Number(new URL(merchant.baseUrl).port))
    const found = await merchant.all('/v1/products/')
    const ledger = await guildhall(['verify-ledger'], { ...secret, DATA_DIR: data })
    await server.stop('SIGTERM')
    expect(ledger.code, ledger.err).toBe(0)
    return found.map((each) => each.name).toSorted()
  }
  const all = (names: readonly string[]): string[] =>
    [...Array.from({ length: PRODUCTS }, (_, number) => [`product ${number}`, `later ${number}`]).flat(), ...names].toSorted()

  test('a copy of a cleanly closed directory opens with all its data', { timeout: 60_000 }, async () => {
    expect(await productNamesIn(copyOf(closed))).toEqual(all([]))
  })

  test('a copy of a directory in use is refused with instructions and left unchanged', async () => {
    const before = readFileSync(stateFile(database(copiedInUse)), 'utf8')
    const { code, err } = await tryStart(copiedInUse)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/is a copy of a database that was in use while it was copied: it may be inconsistent/),
    ])
    expect(err).toContain(`write the word accept into ${stateFile(database(copiedInUse))}`)
    rmSync(stateFile(database(copiedInUse)))
    expect((await tryStart(copiedInUse)).err).toContain('is a copy of a database that was in use')
    writeFileSync(stateFile(database(copiedInUse)), before)
  })

  test('a copy of a directory in use that the operator accepts is verified and opened with all its data', { timeout: 60_000 }, async () => {
    const copy = join(folder, 'accepted')
    cpSync(killed, copy, { recursive: true })
    expect((await tryStart(copy)).err).toContain('is a copy of a database that was in use')
    writeFileSync(stateFile(database(copy)), 'accept\n')
    expect(await productNamesIn(copy)).toEqual(all(['last']))
  })
})

test('a folder with foreign files is refused, and a database whose creation was interrupted is created again', {
  timeout: 60_000,
}, async () => {
  const foreign = join(folder, 'foreign')
  mkdirSync(database(foreign), { recursive: true })
  writeFileSync(join(database(foreign), 'notes.txt'), 'mine')
  const { code, err } = await tryStart(foreign)
  expect([code, err]).toEqual([1, expect.stringContaining('contains files that are not a database of Guildhall')])
  expect(readFileSync(join(database(foreign), 'notes.txt'), 'utf8')).toBe('mine')
  const unfinished = join(folder, 'unfinished')
  mkdirSync(join(database(unfinished), 'base'), { recursive: true })
  writeFileSync(join(database(unfinished), 'PG_VERSION'), '18\n')
  writeFileSync(join(unfinished, 'database.making'), '')
  // A slow machine reports the progress of the migration before.
  expect((await tryStart(unfinished)).err).toMatch(/^Port \d+ is in use/m)
})

describe('a directory in use', () => {
  let data: string
  const running: RunningGuildhall[] = []
  beforeAll(() => {
    data = copyOf(killed)
  })
  afterAll(() => Promise.all(running.map((each) => each.stop('SIGKILL'))))

  test('a directory of a killed server holds all acknowledged data, and in use it is refused under another path and through a symbolic link', {
    timeout: 60_000,
  }, async () => {
    const server = await open(data, Number(new URL(merchant.baseUrl).port))
    running.push(server)
    expect(await merchant.all('/v1/products/')).toHaveLength(2 * PRODUCTS + 1)
    symlinkSync(data, join(folder, 'link'))
    const others = [join(folder, 'link'), `${folder}/./${basename(data)}/../${basename(data)}/`]
    for (const other of others) {
      const { code, err } = await tryStart(other)
      expect([code, err]).toEqual([1, expect.stringContaining(`is in use by process ${server.pid}`)])
    }
  })

  test('of four servers that start at once on the directory of a killed server one starts, and the others name its process', {
    timeout: 90_000,
  }, async () => {
    await running[0]?.stop('SIGKILL')
    expect(statSync(join(data, 'lock.sock')).isSocket()).toBe(true)
    const ports = await Promise.all([1, 2, 3, 4].map(() => freePort()))
    const starts = await Promise.allSettled(ports.map((port) => open(data, port)))
    const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    running.push(...started)
    expect(started).toHaveLength(1)
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    for (const refusal of refusals)
      expect(refusal).toMatch(new RegExp(`is in use by (process ${started[0]?.pid}|a process that does not answer)`))
    expect((await fetch(`${started[0]?.baseUrl}/readyz`)).status).toBe(200)
  })
})
