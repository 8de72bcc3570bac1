import { tagOf } from '#locales/tag.ts'
import type { TaxLine } from '../taxes.ts'
import { placeName } from './address-lines.ts'
import { type Canvas, colors, margin } from './canvas.ts'

const WIDTH = 270
const VALUE_WIDTH = 110
const ROW_GAP = 4
const MILLION = 1_000_000
const RATE_DIGITS = 4

interface Total {
  readonly label: string
  readonly value: string
  readonly isStrong?: boolean
}

/** Draws the sums of a document at the right, all on one page, and returns the y below them. */
export function drawTotals(canvas: Canvas, from: number): number {
  const { sheet, bottom, nextPage, width } = canvas
  const rows = totalsOf(canvas)
  const x = margin.side + width - WIDTH
  const labelWidth = WIDTH - VALUE_WIDTH - ROW_GAP
  const styleOf = ({ isStrong }: Total) => (isStrong ? ({ weight: 'semibold', size: 11 } as const) : ({} as const))
  const heights = rows.map((row) => sheet.heightOf(row.label, labelWidth, styleOf(row)) + ROW_GAP + (row.isStrong ? 8 : 0))
  const height = heights.reduce((total, each) => total + each, 0)
  let y = from + height > bottom ? nextPage() : from
  rows.forEach((row, index) => {
    const style = styleOf(row)
    const top = row.isStrong ? y + 6 : y
    if (row.isStrong) sheet.line({ x, y: y + 1, width: WIDTH }, colors.ink, 0.8)
    sheet.text(row.label, { x, y: top, width: labelWidth }, style)
    sheet.text(row.value, { x: x + WIDTH - VALUE_WIDTH, y: top, width: VALUE_WIDTH }, { ...style, align: 'right' })
    y += heights[index] ?? 0
  })
  return y
}

function totalsOf({ invoice, t, amount, day }: Canvas): readonly Total[] {
  const { content, kind, netAmount, totalAmount } = invoice
  const { subtotalAmount, discountAmount, taxes, creditAmount, writtenOffAmount, paidAt } = content
  const isNetShown = taxes.length > 0 && netAmount !== subtotalAmount
  const paid = totalAmount - creditAmount - writtenOffAmount
  const sums = [
    { label: t('totals.subtotal'), value: amount(subtotalAmount) },
    ...(discountAmount > 0 ? [{ label: t('totals.discount'), value: amount(-discountAmount) }] : []),
    ...(isNetShown ? [{ label: t('totals.net'), value: amount(netAmount) }] : []),
    ...taxes.map((line) => ({ label: taxLabel(line, { invoice, t }), value: amount(line.amount) })),
  ]
  if (kind === 'credit_note') return [...sums, { label: t('totals.refunded'), value: amount(totalAmount), isStrong: true }]
  return [
    ...sums,
    { label: t('totals.total'), value: amount(totalAmount), isStrong: true },
    ...(creditAmount > 0 ? [{ label: t('totals.credit'), value: amount(-creditAmount) }] : []),
    ...(writtenOffAmount > 0 ? [{ label: t('totals.writtenOff'), value: amount(-writtenOffAmount) }] : []),
    ...(paid > 0 ? [{ label: t('totals.paid', { day: day(paidAt) }), value: amount(-paid) }] : []),
    { label: t('totals.due'), value: amount(0), isStrong: true },
  ]
}

function taxLabel({ name, jurisdiction, ratePpm, baseAmount }: TaxLine, { invoice, t }: Pick<Canvas, 'invoice' | 't'>): string {
  if (ratePpm === null) return t('totals.tax')
  const options = { style: 'percent', maximumFractionDigits: RATE_DIGITS } as const
  const rate = new Intl.NumberFormat(tagOf(invoice.language), options).format(ratePpm / MILLION)
  return baseAmount === 0 ? `${name} ${rate}` : t('totals.taxOf', { name, rate, place: placeName(jurisdiction, invoice.language) })
}
