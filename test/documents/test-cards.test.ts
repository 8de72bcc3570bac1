import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sandboxCard } from '#money/payments/cards.ts'
import { cardFault, testCards } from '#web/parts/checkouts/page/card.ts'

test('the checkout page, the guide and the sandbox know the same test cards', () => {
  const numbers = Object.values(testCards)
  const guide = readFileSync('docs/guides/test-cards.md', 'utf8').match(/^\| (\d{4} ){4}/gm) ?? []
  expect(guide.map((row) => row.replace(/\D/g, ''))).toEqual(numbers)
  expect(numbers.filter((number) => !sandboxCard(number) || cardFault(number) !== null)).toEqual([])
})
