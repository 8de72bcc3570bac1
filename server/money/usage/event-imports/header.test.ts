import { describe, expect, test } from 'vitest'
import { headerOf, headerProblems } from './header.ts'

const problemsOf = (line: string) => headerProblems(headerOf(Buffer.from(line))).map(({ msg }) => msg)

describe('the header of a file', () => {
  test.each([
    ['name,customer_id\na,b', [',', ['name', 'customer_id']]],
    ['name;external_customer_id;metadata.a,b\r\n', [';', ['name', 'external_customer_id', 'metadata.a,b']]],
    ['\uFEFFname\tcustomer_id\n', ['\t', ['name', 'customer_id']]],
    ['"name" , customer_id ,,\n', [',', ['"name"', 'customer_id']]],
    ['"name";"customer_id"', [';', ['name', 'customer_id']]],
    ['name', [',', ['name']]],
  ])('%j', (content, expected) => {
    const { separator, columns } = headerOf(Buffer.from(content))
    expect([separator, columns]).toEqual(expected)
  })

  test('ends where the first line below it begins', () => {
    expect(headerOf(Buffer.from('\uFEFFname,"customer\n_id"\r\na,b'))).toMatchObject({ end: 24, nextLine: 3 })
  })
})

describe('what is wrong with a header', () => {
  test.each([
    ['name,timestamp,customer_id,external_customer_id,external_id,metadata.a,metadata.b.c,refused.reason', []],
    ['customer_id', ['The column “name” is missing.']],
    ['name', ['A column “customer_id” or “external_customer_id” is missing.']],
    ['name,customer_id,', []],
    ['name,,customer_id', ['Column 2 has no name.']],
    ['name,customer_id,name', ['The column “name” is there twice.']],
    ['name,customer_id,metadata.a,metadata.a.b', ['The column “metadata.a” is a value and, by another column, an object.']],
    ['name,customer_id,metadata.a.b.c.d.e.f', ['The path of the column “metadata.a.b.c.d.e.f” has more than 5 keys.']],
    ['name,customer_id,metadata.', ['A key of the column “metadata.” is not allowed. Each has 1 to 40 characters.']],
    ['name,customer_id,metadata.__proto__', ['A key of the column “metadata.__proto__” is not allowed. Each has 1 to 40 characters.']],
    [
      'Name,customer_id',
      [
        'The column “Name” is unknown. Known are name, timestamp, customer_id, external_customer_id, external_id, and those that begin with metadata.',
        'The column “name” is missing.',
      ],
    ],
    ['"name,customer_id', ['The header: A quote is not closed.']],
  ])('%j', (line, expected) => {
    expect(problemsOf(line)).toEqual(expected)
  })

  test('are too many keys or columns', () => {
    const keys = Array.from({ length: 51 }, (_, at) => `metadata.k${at}`)
    expect(problemsOf(['name', 'customer_id', ...keys].join(','))).toEqual(['The columns of metadata make more than 50 keys.'])
    const columns = Array.from({ length: 99 }, (_, at) => `refused.${at}`)
    expect(problemsOf(['name', 'customer_id', ...columns].join(','))).toEqual(['The file has 101 columns. It can have at most 100.'])
  })
})
