// What may lie in DATA_DIR: a directory in use, a copy, a damaged one, one of another version. Each is refused in words or opened whole.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readState, stateFile, writeInUse } from '#platform/database/directory/state-file.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { type Ended, guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { freePort } from '#test/support/postgres.ts'
import { openShop, type Shop } from './shop.ts'

const PRODUCTS = 30
const PAGE = 8192
const folder = mkdtempSync(join(tmpdir(), 'guildhall-directory-'))
const NOBODY = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
const secret = { AUTH_SECRET: 'one secret for every start of a fault test', RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'warn' }
/** A directory that was closed, one whose server was killed, and one that was copied while its server was written to. */
const rested = join(folder, 'rested')
const ended = join(folder, 'ended')
const torn = join(folder, 'torn')
/** Where the database keeps its products, and a table of its own that nothing changed since it was made. */
let products: string
let unchanged: string
let shop: Shop
let taken: Server
let count = 0

const database = (data: string): string => join(data, 'database')

const open = (data: string, port: number): Promise<RunningGuildhall> => startGuildhall({ ...secret, DATA_DIR: data, PORT: String(port) })

/** Tries to start on a port that is taken: a directory that can be opened leads to the sentence about the port. */
const tryStart = (data: string): Promise<Ended> => {
  const { port } = taken.address() as { port: number }
  return guildhall(['start'], { ...secret, DATA_DIR: data, PORT: String(port) })
}

/** What belongs to the process that held a directory, and the room that it laid by, are left out. */
const ownFiles = (path: string): boolean => !/lock\.sock|database\.room/.test(path)

/** Gives the copy of a killed server's directory a mark of its own, as if the server had been killed there. */
function knowItself(data: string): void {
  const mark = readState(database(data))
  if (mark.state === 'in-use') writeInUse(database(data), mark.files)
}

function copyOf(data: string): string {
  count += 1
  const copy = join(folder, `copy-${count}`)
  cpSync(data, copy, { recursive: true, filter: ownFiles })
  if (data === ended) knowItself(copy)
  return copy
}

const make = (name: string) => {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  return shop.ask('POST /v1/products/', { body: { name, recurring_interval: null, prices } })
}

beforeAll(async () => {
  taken = createServer().listen(0)
  const data = join(folder, 'data')
  const port = await freePort()
  let server = await open(data, port)
  shop = await openShop(server.address)
  for (let number = 0; number < PRODUCTS; number += 1) await make(`product ${number}`)
  const writing = Promise.all(Array.from({ length: PRODUCTS }, (_, number) => make(`later ${number}`)))
  cpSync(data, torn, { recursive: true, filter: ownFiles })
  await writing
  await server.end('SIGTERM')
  cpSync(data, rested, { recursive: true, filter: ownFiles })
  server = await open(data, port)
  await make('last')
  await server.end('SIGKILL')
  cpSync(data, ended, { recursive: true, filter: ownFiles })
  knowItself(ended)
  rmSync(data, { recursive: true })
})
afterAll(async () => {
  await shop?.receiver.close()
  taken?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a byte that changed under a running server is an error when it is read, never an answer', { timeout: 60_000 }, async () => {
  const copy = copyOf(rested)
  const opened = await openEmbedded({ directory: database(copy) }, NOBODY)
  const pathOf = async (table: string): Promise<string> =>
    (await sql<{ path: string }>`select pg_relation_filepath(${table}::regclass) as path`.execute(opened.db)).rows[0]?.path ?? ''
  products = await pathOf('products')
  unchanged = await pathOf('pg_description')
  flip(join(database(copy), products))
  await expect(sql`select name from products`.execute(opened.db)).rejects.toMatchObject({ code: 'XX001' })
  // The version of its schema is one that only a later Guildhall knows.
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(opened.db)
  await opened.close()
  const { code, err } = await tryStart(copy)
  expect([code, err]).toEqual([1, expect.stringContaining('A newer Guildhall wrote this database (9999_later)')])
})

const files = {
  table: (data: string) => join(database(data), products),
  unread: (data: string) => join(database(data), unchanged),
  log: (data: string) => join(database(data), 'pg_wal/000000010000000000000001'),
  control: (data: string) => join(database(data), 'global/pg_control'),
  version: (data: string) => join(database(data), 'PG_VERSION'),
  mark: (data: string) => stateFile(database(data)),
  layout: (data: string) => join(data, 'version'),
} as const

/** Changes one bit: in the fourth page, or the first where there is no other. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = (bytes.length > 3 * PAGE ? 3 * PAGE : 0) + 100
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const zero = (file: string): void => writeFileSync(file, Buffer.alloc(statSync(file).size))
const halve = (file: string): void => truncateSync(file, Math.floor(statSync(file).size / 2))

/**
 * What is done to one file, and what the start then says. `rested` and `ended` are refused before anything is opened, so the
 * file is put back and the directory serves again; `recovered` is a copy of a killed server's that is opened and then read.
 */
const damages: readonly Damage[] = [
  { of: 'rested', what: 'a table is shorter', file: 'table', damage: halve, says: /is damaged: base\/.* has \d+ bytes instead of \d+\./ },
  { of: 'rested', what: 'a table is full of zeros', file: 'table', damage: zero, says: /is damaged: base\/.* has another content\./ },
  { of: 'rested', what: 'a byte of a table is another', file: 'table', damage: flip, says: /is damaged: base\/.* has another content\./ },
  { of: 'rested', what: 'a table is missing', file: 'table', damage: rmSync, says: /is damaged: base\/.* is missing\./ },
  { of: 'rested', what: 'the log is shorter', file: 'log', damage: halve, says: /is damaged: pg_wal\/.* has \d+ bytes instead of \d+\./ },
  { of: 'rested', what: 'pg_control is missing', file: 'control', damage: rmSync, says: /is damaged: global\/pg_control is missing\./ },
  {
    of: 'rested',
    what: 'pg_control is full of zeros',
    file: 'control',
    damage: zero,
    says: /is damaged: global\/pg_control is not whole\./,
  },
  { of: 'rested', what: 'PG_VERSION is missing', file: 'version', damage: rmSync, says: /is damaged: PG_VERSION is missing\./ },
  {
    of: 'rested',
    what: 'another PostgreSQL made it',
    file: 'version',
    damage: (file) => writeFileSync(file, '17\n'),
    says: /was made by PostgreSQL 17, and this Guildhall/,
  },
  { of: 'rested', what: 'its mark is shorter', file: 'mark', damage: halve, says: /is damaged: .*guildhall\.json cannot be read\./ },
  {
    of: 'rested',
    what: 'a newer layout',
    file: 'layout',
    damage: (file) => writeFileSync(file, '2\n'),
    says: /was written by a newer Guildhall \(layout 2/,
  },
  {
    of: 'ended',
    what: 'the log is shorter',
    file: 'log',
    damage: halve,
    says: /is damaged: pg_wal\/.* has \d+ bytes instead of 16777216\./,
  },
  { of: 'ended', what: 'pg_control is missing', file: 'control', damage: rmSync, says: /is damaged: global\/pg_control is missing\./ },
  {
    of: 'recovered',
    what: 'a table is shorter',
    file: 'table',
    damage: halve,
    says: /is damaged: base\/.* \(products\) had lost a part\./,
  },
  {
    of: 'recovered',
    what: 'a table is missing',
    file: 'table',
    damage: rmSync,
    says: /is damaged: base\/.* \(products\) had lost a part\./,
  },
  {
    of: 'recovered',
    what: 'a byte of a table is another',
    file: 'unread',
    damage: flip,
    says: /is damaged: .*page 3 does not hold what was written\./,
  },
]
interface Damage {
  readonly of: 'rested' | 'ended' | 'recovered'
  readonly what: string
  readonly file: keyof typeof files
  readonly damage: (file: string) => void
  readonly says: RegExp
}

test('a damaged directory is refused in a sentence, whatever the damage', { timeout: 120_000 }, async () => {
  const told: unknown[] = []
  const refuse = async (of: Damage['of']): Promise<void> => {
    for (const { what, file, damage, says } of damages.filter((each) => each.of === of)) {
      const data = of === 'rested' ? rested : of === 'ended' ? ended : copyOf(ended)
      const path = files[file](data)
      const kept = readFileSync(path)
      damage(path)
      const { code, err } = await tryStart(data)
      if (code !== 1 || !says.test(err) || /\n +at /.test(err)) told.push({ of, what, code, err })
      if (of === 'recovered') rmSync(data, { recursive: true })
      // In its place, not anew: the mark is known by its file.
      else writeFileSync(path, kept)
    }
  }
  await Promise.all([refuse('rested'), refuse('ended').then(() => refuse('recovered'))])
  expect(told).toEqual([])
})

describe('a copy', () => {
  const namesIn = async (data: string): Promise<string[]> => {
    const server = await open(data, Number(new URL(shop.address).port))
    const found = await shop.all('/v1/products/')
    const books = await guildhall(['verify-ledger'], { ...secret, DATA_DIR: data })
    await server.end('SIGTERM')
    expect([books.code, books.err]).toEqual([0, ''])
    return found.map((each) => each.name).toSorted()
  }
  const all = (names: readonly string[]): string[] =>
    [...Array.from({ length: PRODUCTS }, (_, number) => [`product ${number}`, `later ${number}`]).flat(), ...names].toSorted()

  test('of a directory that was closed is as good as the directory', { timeout: 60_000 }, async () => {
    expect(await namesIn(copyOf(rested))).toEqual(all([]))
  })

  test('of a directory in use is refused, with what to do instead, and left as it is', async () => {
    const before = readFileSync(stateFile(database(torn)), 'utf8')
    const { code, err } = await tryStart(torn)
    expect([code, err]).toEqual([1, expect.stringMatching(/is a copy of a database that was in use while it was copied: it may be torn/)])
    expect(err).toContain(`write the word accept into ${stateFile(database(torn))}`)
    rmSync(stateFile(database(torn)))
    expect((await tryStart(torn)).err).toContain('is a copy of a database that was in use')
    writeFileSync(stateFile(database(torn)), before)
  })

  test('that a person accepts is read whole, and opened with everything that it holds', { timeout: 60_000 }, async () => {
    const copy = join(folder, 'accepted')
    cpSync(ended, copy, { recursive: true })
    expect((await tryStart(copy)).err).toContain('is a copy of a database that was in use')
    writeFileSync(stateFile(database(copy)), 'accept\n')
    expect(await namesIn(copy)).toEqual(all(['last']))
  })
})

test('a folder with files of somebody else is refused, and a database that was never finished is made anew', {
  timeout: 60_000,
}, async () => {
  const foreign = join(folder, 'foreign')
  mkdirSync(database(foreign), { recursive: true })
  writeFileSync(join(database(foreign), 'notes.txt'), 'mine')
  const { code, err } = await tryStart(foreign)
  expect([code, err]).toEqual([1, expect.stringContaining('holds files that are no database of Guildhall')])
  expect(readFileSync(join(database(foreign), 'notes.txt'), 'utf8')).toBe('mine')
  const unfinished = join(folder, 'unfinished')
  mkdirSync(join(database(unfinished), 'base'), { recursive: true })
  writeFileSync(join(database(unfinished), 'PG_VERSION'), '18\n')
  writeFileSync(join(unfinished, 'database.making'), '')
  expect((await tryStart(unfinished)).err).toMatch(/^Port \d+ is in use/)
})

describe('a directory in use', () => {
  let data: string
  const running: RunningGuildhall[] = []
  beforeAll(() => {
    data = copyOf(ended)
  })
  afterAll(() => Promise.all(running.map((each) => each.end('SIGKILL'))))

  test('holds everything acknowledged after a kill, and is refused by any other spelling of its path and through a link', {
    timeout: 60_000,
  }, async () => {
    const server = await open(data, Number(new URL(shop.address).port))
    running.push(server)
    expect(await shop.all('/v1/products/')).toHaveLength(2 * PRODUCTS + 1)
    symlinkSync(data, join(folder, 'link'))
    const others = [join(folder, 'link'), `${folder}/./${basename(data)}/../${basename(data)}/`]
    for (const other of others) {
      const { code, err } = await tryStart(other)
      expect([code, err]).toEqual([1, expect.stringContaining(`is in use by process ${server.pid}`)])
    }
  })

  test('whose server was killed is had by one of four that start at once; the others name it', { timeout: 90_000 }, async () => {
    await running[0]?.end('SIGKILL')
    expect(statSync(join(data, 'lock.sock')).isSocket()).toBe(true)
    const ports = await Promise.all([1, 2, 3, 4].map(() => freePort()))
    const starts = await Promise.allSettled(ports.map((port) => open(data, port)))
    const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    running.push(...won)
    expect(won).toHaveLength(1)
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    for (const refusal of refusals)
      expect(refusal).toMatch(new RegExp(`is in use by (process ${won[0]?.pid}|a process that does not answer)`))
    expect((await fetch(`${won[0]?.address}/readyz`)).status).toBe(200)
  })
})
