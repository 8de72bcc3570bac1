import { expect, test } from 'vitest'
import { blocksOf, spansOf } from './blocks.ts'

test.each([
  ['plain', [{ kind: 'text', text: 'plain' }]],
  [
    'a **b** c',
    [
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b' },
      { kind: 'text', text: ' c' },
    ],
  ],
  [
    '*b* and `c*d*`',
    [
      { kind: 'emphasis', text: 'b' },
      { kind: 'text', text: ' and ' },
      { kind: 'code', text: 'c*d*' },
    ],
  ],
  ['[docs](https://a.test/x)', [{ kind: 'link', text: 'docs', href: 'https://a.test/x' }]],
  [
    'see https://a.test/x.',
    [
      { kind: 'text', text: 'see ' },
      { kind: 'link', text: 'https://a.test/x', href: 'https://a.test/x' },
      { kind: 'text', text: '.' },
    ],
  ],
  ['[x](javascript:alert(1))', [{ kind: 'text', text: '[x](javascript:alert(1))' }]],
  ['[x](javascript:alert)', [{ kind: 'text', text: '[x](javascript:alert)' }]],
  ['[x](data:text/html,y)', [{ kind: 'text', text: '[x](data:text/html,y)' }]],
  ['<img src=x onerror=alert(1)>', [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]],
  ['2 * 3 * 4 snake_case_name', [{ kind: 'text', text: '2 * 3 * 4 snake_case_name' }]],
] as const)('the spans of %s', (text, spans) => {
  expect(spansOf(text)).toEqual(spans)
})

test('the blocks of a note follow its lines', () => {
  const note = '# Welcome\nTo the club.\n\n- one\n- two\n\n1. first\n2. second\n> said\n```\n# not a heading\n```\nEnd'
  expect(blocksOf(note).map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'bullets', 'numbers', 'quote', 'code', 'paragraph'])
})

test.each(['', '\n\n', '```', '>', '- ', '#', '***', '`'])('the odd note %j ends', (note) => {
  expect(blocksOf(note).length).toBeLessThanOrEqual(1)
})
