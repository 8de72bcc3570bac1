// A resource that exists in this file alone. It costs its columns, a table, the declaration of its list and one line of routes; the
// reads of the store, the statement, the query parameters, both GET routes and the JSON follow.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/id.ts'
import { defineRefusals } from '#kernel/refusal.ts'
import { flag, integer, type Model, metadata, oneOf, type Row, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import { children, joined } from '#platform/resource/embedded.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { among, atLeast, atMost, before, ids, inMetadata, isTrue, search, since } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { table } from '#platform/resource/table.ts'
import { OURS, START, smallServer, THEIRS } from '#test/support/small-server.ts'

const shelfColumns = { ...recorded, label: text() } as const
const chapterColumns = { id: uuid(), organizationId: uuid(), bookId: uuid(), position: integer(), title: text() } as const
const bookColumns = {
  ...recorded,
  title: text(),
  state: oneOf(z.enum(['draft', 'printed'])),
  pages: integer(),
  isSigned: flag().as('signed'),
  isbn: text().nullable().fixed(),
  shelfId: uuid(),
  draftPath: text().nullable().private(),
  metadata: metadata(),
  deletedAt: time().nullable().private(),
} as const

declare module '#platform/database/tables.ts' {
  interface Tables {
    kit_shelves: Row<typeof shelfColumns>
    kit_books: Row<typeof bookColumns>
    kit_chapters: Row<typeof chapterColumns>
  }
}

const shelves = table('kit_shelves', shelfColumns)
const books = table('kit_books', bookColumns, { existing: sql<boolean>`kit_books.deleted_at is null` })
const chapters = table('kit_chapters', chapterColumns)

const bookList = list(books, {
  with: {
    shelf: joined(shelves, { from: 'kit_books', column: 'shelf_id' }),
    chapters: children(chapters, { of: 'kit_books', column: 'book_id', orderBy: 'position' }),
  },
  filters: {
    id: ids('kit_books.id'),
    state: among('kit_books.state', z.enum(['draft', 'printed'])),
    signed: isTrue('kit_books.is_signed'),
    query: search('kit_books.title', 'kit_shelves.label'),
    from: since('kit_books.created_at'),
    to: before('kit_books.created_at'),
    pages_min: atLeast('kit_books.pages'),
    pages_max: atMost('kit_books.pages'),
    metadata: inMetadata('kit_books.metadata'),
  },
  summary: { currency: 'kit_books.state', sums: { pages: 'kit_books.pages' } },
  sorting: { created_at: 'kit_books.created_at', title: sql`lower(kit_books.title)` },
  defaultSorting: '-created_at',
})

/** The same books, of which a total counts two at most. */
const longList = list(books, {
  filters: { pages_min: atLeast('kit_books.pages') },
  sorting: { title: 'kit_books.title' },
  defaultSorting: 'title',
  countMaximum: 2,
})

const { ResourceNotFound } = defineRefusals({ ResourceNotFound: { status: 404, sentence: 'Not found' } })
const bookFields = fieldsOf(bookColumns)
const schema = z.object({ ...bookFields.shape, shelf: z.string(), chapters: z.array(z.string()), url: z.string() }).meta({ id: 'KitBook' })

const server = await smallServer(
  {},
  {
    routes: resourceReads({
      path: '/v1/kit-books/',
      name: 'kit-books',
      nouns: ['books', 'a book'],
      scope: 'products:read',
      list: bookList,
      schema,
      toWire: (book, baseUrl) => ({
        ...bookFields.toWire(book),
        shelf: book.shelf.label,
        chapters: book.chapters.map(({ title }) => title),
        url: `${baseUrl}/${book.id}`,
      }),
      notFound: ResourceNotFound,
    }),
  },
)
const { db, transaction } = server.platform.database
const context = server.platform
afterAll(server.stop)

type Book = Model<typeof bookColumns>
const at = (minute: number) => new Date(START.getTime() + minute * 60_000)

async function aShelf(organizationId: string, label: string): Promise<string> {
  const shelf = { id: newId(START), organizationId, label, createdAt: START, modifiedAt: null }
  await transaction((tx) => shelves.insert(tx, shelf))
  return shelf.id
}

async function aBook(more: Pick<Book, 'shelfId' | 'title'> & Partial<Book>): Promise<Book> {
  const book: Book = {
    id: newId(START),
    organizationId: OURS,
    state: 'draft',
    pages: 100,
    isSigned: false,
    isbn: null,
    draftPath: '/secret',
    metadata: {},
    createdAt: START,
    modifiedAt: null,
    deletedAt: null,
    ...more,
  }
  await transaction((tx) => books.insert(tx, book))
  return book
}

let faust: Book
let medea: Book
let foreign: Book

beforeAll(async () => {
  await sql`drop table if exists kit_chapters, kit_books, kit_shelves`.execute(db)
  await sql`create table kit_shelves (organization_id uuid, id uuid, label text not null, created_at timestamptz(3) not null,
    modified_at timestamptz(3), primary key (organization_id, id))`.execute(db)
  await sql`create table kit_books (organization_id uuid, id uuid, title text not null, state text not null, pages integer not null,
    is_signed boolean not null, isbn text, shelf_id uuid not null, draft_path text, metadata jsonb not null,
    created_at timestamptz(3) not null, modified_at timestamptz(3), deleted_at timestamptz(3), primary key (organization_id, id))`.execute(
    db,
  )
  await sql`create table kit_chapters (organization_id uuid, id uuid, book_id uuid not null, position integer not null,
    title text not null, primary key (organization_id, id))`.execute(db)
  const poems = await aShelf(OURS, 'Poems')
  const plays = await aShelf(OURS, 'Plays 100%')
  faust = await aBook({ title: 'faust', shelfId: plays, pages: 464, state: 'printed', metadata: { genre: 'tragedy', part: 1 } })
  medea = await aBook({ title: 'Medea', shelfId: poems, isSigned: true, isbn: '978', createdAt: at(1), modifiedAt: at(2) })
  await aBook({ title: 'Burnt', shelfId: poems, deletedAt: START })
  foreign = await aBook({ title: 'Elsewhere', shelfId: await aShelf(THEIRS, 'Poems'), organizationId: THEIRS })
  const chapter = (title: string, position: number) => ({ id: newId(START), organizationId: OURS, bookId: faust.id, position, title })
  await transaction((tx) => chapters.inserting(tx, [chapter('Night', 2), chapter('Prologue', 1)]).execute())
})
afterAll(() => sql`drop table if exists kit_chapters, kit_books, kit_shelves`.execute(db))

const token = { authorization: 'Bearer oat:products:read' }
const get = (url: string, headers: Record<string, string> = token) => server.app.inject({ url, headers })
const titlesOf = async (query: string) => (await get(`/v1/kit-books/?${query}`)).json().items.map(({ title }: { title: string }) => title)

describe('the list route', () => {
  test('answers the fields of the columns with what was added, and counts the items', async () => {
    const answer = await get('/v1/kit-books/')
    expect(answer.json()).toEqual({
      items: [expect.objectContaining({ title: 'Medea' }), expect.objectContaining({ title: 'faust' })],
      pagination: { total_count: 2, max_page: 1 },
    })
    expect(answer.json().items[1]).toEqual({
      id: faust.id,
      organization_id: OURS,
      created_at: START.toISOString(),
      modified_at: null,
      title: 'faust',
      state: 'printed',
      pages: 464,
      signed: false,
      isbn: null,
      shelf_id: faust.shelfId,
      metadata: { genre: 'tragedy', part: 1 },
      shelf: 'Plays 100%',
      chapters: ['Prologue', 'Night'],
      url: `http://localhost:3000/${faust.id}`,
    })
  })

  test('takes one round trip, also beyond its last page', async () => {
    for (const query of ['', 'page=9&limit=1']) {
      const answer = await get(`/v1/kit-books/?${query}`)
      expect(answer.json().pagination.total_count).toBe(2)
      expect(server.answers.at(-1)).toMatchObject({ name: 'kit-books:list', roundTrips: 1 })
    }
  })

  test.for([
    ['state=printed', ['faust']],
    ['state=printed&state=draft', ['Medea', 'faust']],
    ['signed=true', ['Medea']],
    ['signed=false', ['faust']],
    ['query=MED', ['Medea']],
    ['query=100%25', ['faust']],
    ['query=1_0', []],
    ['query=', ['Medea', 'faust']],
    [`from=${at(1).toISOString()}`, ['Medea']],
    [`to=${at(1).toISOString()}`, ['faust']],
    ['pages_min=464', ['faust']],
    ['pages_max=463', ['Medea']],
    ['metadata[genre]=tragedy&metadata[part]=1', ['faust']],
    ['metadata[genre]=comedy', []],
    ['sorting=title', ['faust', 'Medea']],
    ['sorting=-title', ['Medea', 'faust']],
    ['sorting=title&limit=1&page=2', ['Medea']],
  ] as const)('with %s shows %j', async ([query, titles]) => {
    expect(await titlesOf(query)).toEqual(titles)
  })

  test.for(['state=lost', 'sorting=pages', 'signed=perhaps', 'pages_min=1.5', 'from=yesterday', 'limit=0'])(
    'refuses %s with the name of the parameter',
    async (query) => {
      const answer = await get(`/v1/kit-books/?${query}`)
      expect([answer.statusCode, answer.json().detail[0].loc.slice(0, 2)]).toEqual([422, ['query', query.split('=')[0]]])
    },
  )

  test('covers the named organizations in which the caller has the scope', async () => {
    const headers = { authorization: 'Bearer ada' }
    const both = await get(`/v1/kit-books/?organization_id=${OURS}&organization_id=${THEIRS}&sorting=title`, headers)
    expect(both.json().pagination.total_count).toBe(3)
    expect((await get(`/v1/kit-books/?organization_id=${THEIRS}`)).json().items).toEqual([])
  })
})

describe('the summary of a list', () => {
  const summaryOf = async (query: string) => (await get(`/v1/kit-books/?${query}`)).json().summary

  test('adds up all items that match, in the round trip of the page', async () => {
    const all = [
      { currency: 'draft', count: 1, pages: 100 },
      { currency: 'printed', count: 1, pages: 464 },
    ]
    expect(await summaryOf('summary=true&limit=1&page=2')).toEqual(all)
    expect(server.answers.at(-1)).toMatchObject({ name: 'kit-books:list', roundTrips: 1 })
    expect(await summaryOf('summary=1&state=printed')).toEqual([all[1]])
    expect(await summaryOf('summary=true&query=nothing')).toEqual([])
  })

  test('is left out of a list that nobody asked for it', async () => {
    expect(await summaryOf('')).toBeUndefined()
    expect(await summaryOf('summary=false')).toBeUndefined()
  })
})

test('a list that counts up to a maximum reads no further for its total, and its pages go on', async () => {
  const shelfId = await aShelf(OURS, 'Numbers')
  for (const number of [1, 2, 3]) await aBook({ title: `Number ${number}`, shelfId, pages: 9000 + number })
  const read = (query: object) => longList.read(db, { organizationIds: [OURS], query: longList.query.parse(query) }, context)
  const found = await read({ pages_min: '9001', limit: '1', page: '3' })
  expect([found.items.map(({ title }) => title), found.total]).toEqual([['Number 3'], 2])
  expect((await read({ pages_min: '9003' })).total).toBe(1)
  expect((await read({ pages_min: '9004' })).total).toBe(0)
  await sql`delete from kit_books where pages > 9000`.execute(db)
})

/** The rows of a table by its headings; its cells have no comma but between the chapters. */
function tableOf(text: string): Record<string, string>[] {
  const [headings = [], ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [])
  return rows.map((cells) => Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])))
}

describe('the export of a list', () => {
  test('has every item that matches, whatever the page, in the order of the list', async () => {
    const answer = await get('/v1/kit-books/export?sorting=title&limit=1&page=3')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="kit-books.csv"')
    expect(answer.headers['x-total-count']).toBe('2')
    expect(tableOf(answer.body)).toMatchObject([
      { title: 'faust', shelf: 'Plays 100%', pages: '464', chapters: '"Prologue, Night"' },
      { title: 'Medea', shelf: 'Poems', pages: '100', chapters: '', signed: 'true', created_at: at(1).toISOString() },
    ])
    expect(tableOf((await get('/v1/kit-books/export?state=printed')).body).map(({ title }) => title)).toEqual(['faust'])
  })

  test('has its headings where nothing matches', async () => {
    const headings = 'id,organization_id,created_at,modified_at,title,state,pages,signed,isbn,shelf_id,metadata,shelf,chapters,url\r\n'
    expect((await get('/v1/kit-books/export?query=nothing')).body).toBe(headings)
    expect((await get(`/v1/kit-books/export?organization_id=${THEIRS}`)).body).toBe(headings)
  })

  test('is as JSON what the list answers', async () => {
    const answer = await get('/v1/kit-books/export?format=json&sorting=title')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="kit-books.json"')
    expect(answer.json()).toEqual((await get('/v1/kit-books/?sorting=title')).json().items)
    expect((await get('/v1/kit-books/export?format=json&query=nothing')).json()).toEqual([])
    expect((await get('/v1/kit-books/export?format=xml')).statusCode).toBe(422)
  })

  test('is recorded in the log of its organization', async () => {
    await get('/v1/kit-books/export?format=json&state=printed')
    const entries = await sql<{ details: object; organization_id: string }>`
      select details, organization_id from audit_entries where action = 'list.exported' and organization_id = ${OURS} order by id desc limit 1`.execute(
      db,
    )
    expect(entries.rows).toEqual([{ organization_id: OURS, details: { list: 'kit-books', format: 'json', rows: 1 } }])
  })

  test('reads many items in several batches', async () => {
    const many = Array.from({ length: 1001 }, (_, number) => ({ ...medea, id: newId(START), title: `Volume ${1000 + number}`, pages: 1 }))
    await transaction((tx) => books.inserting(tx, many).execute())
    const url = '/v1/kit-books/export?query=Volume&sorting=-title'
    const titles = many.map(({ title }) => title).reverse()
    expect(tableOf((await get(url)).body).map(({ title }) => title)).toEqual(titles)
    expect((await get(`${url}&format=json`)).json().map(({ title }: Book) => title)).toEqual(titles)
    await sql`delete from kit_books where pages = 1`.execute(db)
  })

  test('is refused where more items match than it may have', async () => {
    expect(await bookList.readAll(db, { organizationIds: [OURS], query: {}, limit: 1 }, server.platform)).toBeUndefined()
  })

  test('refuses an invalid filter by its name, and a caller without the scope', async () => {
    const refused = await get('/v1/kit-books/export?state=lost')
    expect([refused.statusCode, refused.json().detail[0].loc.slice(0, 2)]).toEqual([422, ['query', 'state']])
    expect((await get('/v1/kit-books/export', { authorization: 'Bearer oat:orders:read' })).statusCode).toBe(403)
  })
})

describe('the route of one item', () => {
  test('answers it as the list does, in one round trip', async () => {
    const one = await get(`/v1/kit-books/${faust.id}`)
    expect(one.json()).toEqual((await get(`/v1/kit-books/?id=${faust.id}`)).json().items[0])
    expect(server.answers.find(({ name }) => name === 'kit-books:get')).toMatchObject({ status: 200, roundTrips: 1 })
  })

  test('refuses the id of another organization, of a deleted item and of none', async () => {
    const deleted = await aBook({ title: 'Gone', shelfId: medea.shelfId, deletedAt: START })
    for (const id of [foreign.id, deleted.id, newId(START)]) {
      expect((await get(`/v1/kit-books/${id}`)).json()).toEqual({ error: 'ResourceNotFound', detail: 'Not found' })
    }
  })

  test('requires the scope', async () => {
    const headers = { authorization: 'Bearer oat:orders:read' }
    expect((await get(`/v1/kit-books/${faust.id}`, headers)).statusCode).toBe(403)
  })
})

describe('the table', () => {
  test('reads back what was inserted, private columns included', async () => {
    expect(await books.find(db, [OURS], medea.id)).toEqual(medea)
    expect(await transaction((tx) => books.lock(tx, [OURS], medea.id))).toEqual(medea)
    expect(await books.find(db, [THEIRS], medea.id)).toBeUndefined()
  })

  test('saves every column but the fixed ones', async () => {
    const book = await aBook({ title: 'First', shelfId: medea.shelfId, isbn: '1', deletedAt: START })
    const changed = { ...book, title: 'Second', isbn: '2', createdAt: at(5), modifiedAt: at(6), metadata: { a: true }, deletedAt: null }
    await transaction((tx) => books.save(tx, changed))
    expect(await books.find(db, [OURS], book.id)).toEqual({ ...changed, isbn: '1', createdAt: START })
    await transaction((tx) => books.save(tx, { ...changed, deletedAt: START }))
    expect(await books.find(db, [OURS], book.id)).toBeUndefined()
  })

  test('selects the rows of any condition, and a list selects its items so', async () => {
    expect(await books.select(db, sql`where isbn = '978'`)).toEqual([medea])
    const items = await bookList.select(db, sql`where kit_books.id = ${faust.id}`, context)
    expect(items).toMatchObject([{ ...faust, shelf: { label: 'Plays 100%' }, chapters: [{ position: 1 }, { position: 2 }] }])
  })
})
