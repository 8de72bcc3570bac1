import { expect, test } from 'vitest'
import { drawnText, openSheet } from './sheet.ts'

const sheet = () => openSheet({ title: 'Invoice', author: 'Acme', language: 'en', date: new Date('2026-03-12T14:20:00Z'), format: 'A4' })

test.each([
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufe0f',
  '\ufeff',
])('the character %j is not drawn, and takes no place', (unseen) => {
  expect(drawnText(`Ac${unseen}me`)).toBe('Acme')
  const drawn = sheet()
  expect(drawn.widthOf(`Ac${unseen}me`)).toBe(drawn.widthOf('Acme'))
  expect(drawn.heightOf(`Ac${unseen}me Ltd`, 30)).toBe(drawn.heightOf('Acme Ltd', 30))
})

test('a document with such characters is the same as one without them', async () => {
  const draw = (text: string) => {
    const drawn = sheet()
    drawn.text(text, { x: 40, y: 40, width: 200 })
    drawn.text(text, { x: 40, y: 80, width: 200 }, { align: 'right' })
    return drawn.finish(() => {})
  }
  expect((await draw('\u200eZo\u00ade\u2060 Ltd\u202c')).equals(await draw('Zoe Ltd'))).toBe(true)
})

test('what a script or an amount needs stays', () => {
  expect(drawnText('12\u00a0345,50\u202f€ − Ελλάδα e\u0301')).toBe('12\u00a0345,50\u202f€ − Ελλάδα e\u0301')
})
