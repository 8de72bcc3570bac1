import { expect, test } from 'vitest'
import { arrange, type Group } from './arrange.ts'

interface Entry {
  readonly label: string
  readonly keywords?: string
}
const pages: Group<Entry> = {
  title: 'Go to',
  entries: [{ label: 'Orders', keywords: 'payments sales' }, { label: 'Products', keywords: 'items orders' }, { label: 'General' }],
}
const found: Group<Entry> = { title: 'Customers', isFound: true, entries: [{ label: 'Samuel Green' }, { label: 'Ordway' }] }
const shown = (groups: readonly Group<Entry>[]) => groups.map(({ title, entries }) => `${title}: ${entries.map(({ label }) => label)}`)

test('without a query all groups keep their order', () => {
  expect(shown(arrange([pages, found], ' '))).toEqual(['Go to: Orders,Products,General', 'Customers: Samuel Green,Ordway'])
})

test('what the server found stands above a place that a part of its name finds', () => {
  expect(shown(arrange([pages, found], 'ord'))).toEqual(['Customers: Ordway,Samuel Green', 'Go to: Orders,Products'])
})

test('a place whose whole name was typed stands above what the server found', () => {
  expect(shown(arrange([pages, found], 'orders'))).toEqual(['Go to: Orders,Products', 'Customers: Samuel Green,Ordway'])
})

test('a place stands above what was found by something other than its name', () => {
  const orders = { title: 'Latest', isFound: true, entries: [{ label: 'NT-0001', keywords: 'A product' }] }
  expect(shown(arrange([orders, pages], 'prod'))).toEqual(['Go to: Products', 'Latest: NT-0001'])
  expect(shown(arrange([orders, pages], 'items'))).toEqual(['Latest: NT-0001', 'Go to: Products'])
})

test('places that do not match are left out, and so are groups without entries', () => {
  expect(shown(arrange([pages, { title: 'Theme', entries: [{ label: 'Dark' }] }], 'gen'))).toEqual(['Go to: General'])
})

test('two groups with one title become one', () => {
  const theme = { title: 'Go to', entries: [{ label: 'Members' }] }
  expect(shown(arrange([pages, theme], ''))).toEqual(['Go to: Orders,Products,General,Members'])
})
