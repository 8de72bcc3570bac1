import type { InvoiceLine } from '../model.ts'
import { type Canvas, colors, margin } from './canvas.ts'

const ROW_PADDING = 6
const CELL_GAP = 12
const QUANTITY_WIDTH = 44
const AMOUNT_WIDTH = 96
const HEAD = { size: 8, color: colors.muted } as const

interface Cell {
  readonly x: number
  readonly width: number
  readonly align: 'left' | 'right'
}

/** Draws the lines of a document and returns the y below them. A page on which it goes on begins with the head of the table. */
export function drawTable(canvas: Canvas, from: number): number {
  const { sheet, invoice, bottom, nextPage, width } = canvas
  const cells = cellsOf(canvas)
  let y = drawTableHead(canvas, cells, from)
  for (const line of invoice.content.lines) {
    const texts = textsOf(canvas, line)
    const height = Math.max(...texts.map((text, index) => sheet.heightOf(text, cells[index]?.width ?? 0))) + 2 * ROW_PADDING
    if (y + height > bottom) y = drawTableHead(canvas, cells, nextPage())
    texts.forEach((text, index) => {
      const { x, width: cellWidth, align } = cells[index] as Cell
      sheet.text(text, { x, y: y + ROW_PADDING, width: cellWidth }, { align })
    })
    y += height
    sheet.line({ x: margin.side, y, width }, colors.line)
  }
  return y
}

function drawTableHead({ sheet, t, width }: Canvas, cells: readonly Cell[], y: number): number {
  const titles = [t('columns.description'), t('columns.quantity'), t('columns.unitAmount'), t('columns.amount')]
  const bottoms = titles.map((title, index) => {
    const { x, width: cellWidth, align } = cells[index] as Cell
    return sheet.text(title, { x, y, width: cellWidth }, { ...HEAD, align })
  })
  const below = Math.max(...bottoms) + ROW_PADDING
  sheet.line({ x: margin.side, y: below, width }, colors.ink, 0.8)
  return below
}

function textsOf({ amount, invoice, period }: Canvas, line: InvoiceLine): readonly string[] {
  const quantity = new Intl.NumberFormat(invoice.language).format(line.quantity)
  const description = line.period ? `${line.description}\n${period(line.period)}` : line.description
  return [description, quantity, amount(line.unitAmount), amount(line.amount)]
}

function cellsOf({ width }: Canvas): readonly Cell[] {
  const right = margin.side + width
  const last = { x: right - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' } as const
  const unit = { x: last.x - CELL_GAP - AMOUNT_WIDTH, width: AMOUNT_WIDTH, align: 'right' } as const
  const quantity = { x: unit.x - CELL_GAP - QUANTITY_WIDTH, width: QUANTITY_WIDTH, align: 'right' } as const
  const description = { x: margin.side, width: quantity.x - CELL_GAP - margin.side, align: 'left' } as const
  return [description, quantity, unit, last]
}
