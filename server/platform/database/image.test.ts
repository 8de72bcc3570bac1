// Databases: both.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY, IMAGE } from '../bundle.ts'
import type { OpenDatabase } from './database.ts'
import { builtImage, createImage } from './image.ts'
import { openDatabase } from './open.ts'

const nothing = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }

let folder: string
let image: Blob

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-image-'))
  image = await createImage()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const openIn = (name: string, content: Blob): Promise<OpenDatabase> =>
  openDatabase({ directory: join(folder, name), image: async () => content }, nothing)

test('a database that begins with an image has all migrations, and keeps what is written to it', async () => {
  const created = await openIn('one', image)
  expect(await created.migrate()).toEqual([])
  await sql`create table kept as select 7 as value`.execute(created.db)
  await created.close()
  const opened = await openIn('one', image)
  expect((await sql`select value from kept`.execute(opened.db)).rows).toEqual([{ value: 7 }])
  await opened.close()
})

test('an image that cannot be read creates nothing, and the next start begins anew', async () => {
  await expect(openIn('two', image.slice(0, 1000))).rejects.toThrow('cannot be opened')
  const opened = await openIn('two', image)
  expect(await opened.pendingMigrations()).toEqual([])
  await opened.close()
})

test.each([
  ['whole', 'kept', (packed: Buffer) => packed],
  ['cut off', undefined, (packed: Buffer) => packed.subarray(0, packed.length - 9)],
  ['of another format', undefined, () => Buffer.from('kept')],
])('a built image that is %s is read as %s', async (name, content, change) => {
  const root = join(folder, name)
  const bundle = `${root}/dist/server/0123456789abcdef`
  mkdirSync(bundle, { recursive: true })
  writeFileSync(`${bundle}/${ENTRY}`, '')
  writeFileSync(`${bundle}/${IMAGE}`, change(gzipSync('kept')))
  expect(await (await builtImage(root))?.text()).toBe(content)
})
