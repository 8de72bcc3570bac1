import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import Markdown from './markdown.tsx'

const drawn = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ class="[^"]*"/g, '')
const inside = (text: string): string => drawn(text).replace(/^<div>([\s\S]*)<\/div>$/, '$1')
const link = (href: string, text: string) => `<a href="${href}" rel="noreferrer nofollow" target="_blank">${text}</a>`

test.each([
  ['a **b** *c* `d*e*`', '<p>a <b>b</b> <em>c</em> <code>d*e*</code></p>'],
  ['[docs](https://a.test/x)', `<p>${link('https://a.test/x', 'docs')}</p>`],
  ['see https://a.test/x.', `<p>see ${link('https://a.test/x', 'https://a.test/x')}.</p>`],
  ['2 * 3 * 4 snake_case_name', '<p>2 * 3 * 4 snake_case_name</p>'],
  ['# Welcome\n\n- one\n- two', '<h3>Welcome</h3><ul><li>one</li><li>two</li></ul>'],
  ['> said\n\n1. first', '<blockquote><p>said</p></blockquote><ol start="1"><li>first</li></ol>'],
])('%j is drawn from its parts', (text, expected) => expect(inside(text)).toBe(expected))

test.each([
  ['[x](javascript:alert(1))', '<p>x</p>'],
  ['[x](JaVaScRiPt:alert)', '<p>x</p>'],
  ['[x](data:text/html,y)', '<p>x</p>'],
  ['[x][1]\n\n[1]: javascript:alert(1)', '<p>x</p>'],
  ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
  ['[x](/settings)', '<p>x</p>'],
])('the link %j goes nowhere', (text, expected) => expect(inside(text)).toBe(expected))

test.each(['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<iframe src=x>', '<b onclick=alert(1)>b</b>'])(
  'the HTML %j is text',
  (text) => expect(drawn(text)).not.toMatch(/<(img|script|iframe|b)\b/),
)

test('a picture is its description, so that no request goes elsewhere', () =>
  expect(inside('![A map](https://a.test/map.png)')).toBe('<p>A map</p>'))

test.each(['', '\n\n', '```', '>', '- ', '#', '***', '`', '**a '.repeat(2000), '`a'.repeat(2000), '['.repeat(5000)])(
  'the odd note %j ends',
  (note) => {
    expect(drawn(note)).toMatch(/^<div>/)
  },
)
