// Regions that screen readers announce, and texts that describe a dialog.
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RangeCalendar } from '../inputs/calendar/range-calendar.tsx'
import { Combobox, type ComboboxOption } from '../inputs/combobox.tsx'
import { LanguageProvider } from '../language.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DangerDialog } from './danger-dialog.tsx'

const language = { locale: 'en', translate: (key: string) => key }
const markup = (children: ReactNode) => renderToStaticMarkup(createElement(LanguageProvider, { language, children }))
const ignore = () => undefined

test('the region of a combobox that announces how many options there are is in the page before it opens', () => {
  const options: readonly ComboboxOption[] = []
  const props = { chosen: null, onChange: ignore, options, onSearch: ignore, placeholder: 'Search', more: 0 }
  expect(markup(createElement(Combobox, props))).toMatch(/<p class="[^"]*" role="status"><\/p>/)
})

test('a calendar announces the months that it shows', () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: true }) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const props = { label: 'Days', previousLabel: 'Previous', nextLabel: 'Next', presets: [], range: { from: '2026-03-05' }, onRange: ignore }
  const region = /<p aria-live="polite"[^>]*>([^<]*)</.exec(markup(createElement(RangeCalendar, props)))
  expect(region?.[1]?.replaceAll(/\s/g, ' ')).toBe('February – March 2026')
})

const dialog = { open: true, onClose: ignore, onConfirm: ignore, title: 'Delete?', confirmLabel: 'Delete', children: 'Its orders stay.' }

test.for([
  ['a confirmation', createElement(ConfirmDialog, dialog)],
  ['a confirmation by typing', createElement(DangerDialog, { ...dialog, word: 'Northwind' })],
] as const)('%s is described by its consequence', ([, element]) => {
  const drawn = markup(element)
  const [, id = 'none'] = /<dialog aria-describedby="([^"]+)"/.exec(drawn) ?? []
  expect(drawn).toMatch(new RegExp(`id="${id}">Its orders stay\\.<`))
})
