import { amountText, dayText, periodText } from '#emails/amount.ts'
import { documentMessages } from '#emails/messages.ts'
import { openSheet, type Sheet } from '#platform/documents/sheet.ts'
import type { Platform } from '#platform/platform.ts'
import type { Buyer, Invoice } from '../model.ts'
import { addressLines, isVatId } from './address-lines.ts'
import { type Canvas, colors, margin } from './canvas.ts'
import { readLogo } from './logo.ts'
import { drawTable } from './table.ts'
import { drawTotals } from './totals.ts'

const GAP = 24
const MINUS = '\u2212'
const LOGO = { width: 150, height: 40 }
const LABEL = { size: 8, color: colors.muted } as const
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'MX', 'PH', 'CO', 'CL'])

/** The PDF of an issued document. It follows from the document, the fonts and the logo alone: the same one has the same bytes (rule N3). */
export async function renderDocument(platform: Platform, invoice: Invoice): Promise<Buffer> {
  const logo = await readLogo(platform, invoice)
  return drawDocument(invoice, logo)
}

/** The same with the content of the seller's logo, a PNG. */
export function drawDocument(invoice: Invoice, logo: Buffer | null): Promise<Buffer> {
  const { content, language, number } = invoice
  const t = documentMessages(language)
  const sheet = openSheet({
    title: `${t(`titles.${invoice.kind}`)} ${number}`,
    author: content.seller.legalName ?? content.seller.name,
    language,
    date: invoice.createdAt,
    format: LETTER_COUNTRIES.has(content.seller.address?.country ?? '') ? 'LETTER' : 'A4',
  })
  const canvas: Canvas = {
    sheet,
    invoice,
    t,
    width: sheet.width - 2 * margin.side,
    bottom: sheet.height - margin.bottom,
    amount: (minor) => statedAmount(invoice, minor),
    day: (iso) => dayText(language, new Date(iso), content.timeZone),
    period: ({ start, end }) => {
      // The end of a period belongs to the next one.
      const last = new Date(Date.parse(end) - 1)
      return periodText(language, { start: new Date(start), end: last }, content.timeZone)
    },
    nextPage: () => {
      sheet.addPage()
      return margin.top + GAP
    },
  }
  const head = drawHead(canvas, logo)
  const parties = drawParties(canvas, head + GAP)
  const table = drawTable(canvas, parties + GAP)
  drawNotes(canvas, drawTotals(canvas, table + GAP / 2))
  return sheet.finish((page, count) => drawFrame(canvas, page, count))
}

/** An amount (minor units) as a document states it: with its currency, and with a true minus sign. */
export function statedAmount({ language, currency }: Pick<Invoice, 'language' | 'currency'>, minor: number): string {
  return amountText(language, minor, currency).replace('-', MINUS)
}

function drawHead({ sheet, invoice, t, width }: Canvas, logo: Buffer | null): number {
  const { content, kind, number } = invoice
  const { seller } = content
  const half = width / 2 - GAP / 2
  const box = { x: margin.side, y: margin.top - 8, width: half }
  const drawn = logo ? sheet.picture(logo, { ...box, width: LOGO.width, height: LOGO.height }) : 0
  const left = drawn > 0 ? box.y + LOGO.height : sheet.text(seller.name, box, { weight: 'semibold', size: 15 })
  const right = { x: margin.side + half + GAP, y: box.y, width: half }
  const below = sheet.text(t(`titles.${kind}`), right, { weight: 'semibold', size: 20, align: 'right' })
  const bottom = sheet.text(number, { ...right, y: below + 2 }, { size: 10.5, color: colors.muted, align: 'right' })
  const y = Math.max(left, bottom)
  return content.isTest ? drawBanner({ sheet, width, text: t('test'), y: y + 14 }) : y
}

function drawBanner({ sheet, width, text, y }: { sheet: Sheet; width: number; text: string; y: number }): number {
  const height = sheet.heightOf(text, width - 20, { size: 9 }) + 12
  sheet.fill({ x: margin.side, y, width, height, radius: 4 }, colors.warning)
  sheet.text(text, { x: margin.side + 10, y: y + 6, width: width - 20 }, { size: 9 })
  return y + height
}

function drawParties(canvas: Canvas, y: number): number {
  const { invoice, t, width } = canvas
  const { seller, buyer } = invoice.content
  const column = (width - 2 * GAP) / 3
  const at = (index: number) => ({ x: margin.side + index * (column + GAP), y, width: column })
  const sellerLines = [
    ...addressLines(seller.address, invoice.language),
    ...taxIdLines(seller, t),
    ...(seller.registrationNumber ? [seller.registrationNumber] : []),
  ]
  const buyerLines = [...addressLines(buyer.address, invoice.language), ...taxIdLines(buyer, t), buyer.email]
  return Math.max(
    drawParty(canvas, at(0), { label: t('seller'), name: seller.legalName ?? seller.name, lines: sellerLines }),
    drawParty(canvas, at(1), {
      label: t('buyer'),
      name: buyer.name ?? buyer.email,
      lines: buyer.name ? buyerLines : buyerLines.slice(0, -1),
    }),
    drawDetails(canvas, at(2)),
  )
}

function taxIdLines({ taxId, address }: Pick<Buyer, 'taxId' | 'address'>, t: Canvas['t']): readonly string[] {
  if (!taxId) return []
  return [t(isVatId(taxId, address?.country ?? null) ? 'vatId' : 'taxId', { id: taxId })]
}

interface Party {
  readonly label: string
  readonly name: string
  readonly lines: readonly string[]
}

function drawParty({ sheet }: Canvas, box: { x: number; y: number; width: number }, { label, name, lines }: Party): number {
  let y = sheet.text(label, box, LABEL) + 2
  y = sheet.text(name, { ...box, y }, { weight: 'medium' })
  for (const line of lines) y = sheet.text(line, { ...box, y })
  return y
}

function drawDetails({ sheet, invoice, t, day, period }: Canvas, box: { x: number; y: number; width: number }): number {
  const { content, kind, createdAt } = invoice
  const details: readonly (readonly [label: string, value: string])[] = [
    [t('issued'), day(createdAt.toISOString())],
    ...(kind === 'invoice' ? [[t('supplied'), content.period ? period(content.period) : day(content.paidAt)] as const] : []),
    ...(content.invoiceNumber ? [[t('corrects'), content.invoiceNumber] as const] : []),
    [t('order'), content.orderNumber],
  ]
  let y = box.y
  for (const [label, value] of details) y = sheet.text(value, { ...box, y: sheet.text(label, { ...box, y }, LABEL) + 2 }) + 5
  return y
}

function drawNotes(canvas: Canvas, from: number): void {
  const { sheet, invoice, t, width, bottom, nextPage } = canvas
  const { content } = invoice
  const notes = [
    ...(content.isReverseCharge ? [t('reverseCharge')] : []),
    ...(content.isTaxIncluded ? [t('taxIncluded')] : []),
    ...(content.seller.note ? [content.seller.note] : []),
  ]
  let y = from + GAP
  for (const note of notes) {
    const height = sheet.heightOf(note, width)
    if (y + height > bottom) y = nextPage()
    y = sheet.text(note, { x: margin.side, y, width }) + 6
  }
}

function drawFrame({ sheet, invoice, t, width }: Canvas, page: number, count: number): void {
  const { content, kind, number } = invoice
  const { seller } = content
  sheet.fill({ x: 0, y: 0, width: sheet.width, height: 4 }, seller.accentColor ?? colors.accent)
  const small = { size: 8, color: colors.muted } as const
  if (page > 1) {
    const y = margin.top - 20
    sheet.text(`${t(`titles.${kind}`)} ${number}`, { x: margin.side, y, width }, small)
    sheet.line({ x: margin.side, y: y + 18, width }, colors.line)
  }
  const y = sheet.height - margin.bottom + 26
  const contacts = [seller.legalName ?? seller.name, seller.website?.replace(/^https?:\/\/|\/$/g, '') ?? null, seller.email].filter(
    (each) => each !== null,
  )
  sheet.line({ x: margin.side, y, width }, colors.line)
  const counted = t('page', { page, pages: count })
  const counter = sheet.widthOf(counted, small) + 4
  sheet.text(contacts.join('  ·  '), { x: margin.side, y: y + 10, width: width - counter - GAP }, small)
  sheet.text(counted, { x: margin.side + width - counter, y: y + 10, width: counter }, { ...small, align: 'right' })
}
