import { describe, expect, test } from 'vitest'
import { earlyImports, findCycle, type Script } from './early-imports.ts'

const script = (imports: readonly string[] = [], dynamicImports: readonly string[] = []): Script => ({ imports, dynamicImports })

describe('the scripts that a screen requests at once', () => {
  const scripts = {
    app: script(['react'], ['list', 'detail']),
    react: script(),
    list: script(['shared'], ['dialog']),
    detail: script(['shared', 'cards'], ['dialog']),
    shared: script(['words', 'react']),
    cards: script(['shared', 'figures']),
    words: script(['tag']),
    tag: script(),
    figures: script(),
    dialog: script(['form']),
    form: script(['words', 'figures']),
  }

  test('are those that its imports import, in the order in which they run', () => {
    expect(earlyImports('list', scripts)).toEqual(['tag', 'words'])
    expect(earlyImports('detail', scripts)).toEqual(['tag', 'words', 'figures'])
  })

  test('leave out what each script that loads it has loaded', () => {
    // The list has the words but not the figures.
    expect(earlyImports('dialog', scripts)).toEqual(['figures'])
  })

  test('end where two scripts import each other', () => {
    expect(earlyImports('a', { a: script(['b']), b: script(['c']), c: script(['b', 'd']), d: script() })).toEqual(['d', 'c'])
  })
})

test('scripts that import each other are found', () => {
  expect(findCycle({ a: script(['b', 'c']), b: script(['c']), c: script() })).toBeUndefined()
  expect(findCycle({ a: script(['b']), b: script(['c']), c: script(['d', 'b']), d: script() })).toEqual(['b', 'c'])
})
