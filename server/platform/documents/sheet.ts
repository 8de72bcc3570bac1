// Pages of text as a PDF, with embedded fonts. The same input gives the same bytes: no clock, no chance, and no file from elsewhere.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { memoize } from '#kernel/memoize.ts'

/** The weights of Inter (SIL Open Font License 1.1), which has Latin, Greek, Cyrillic and Vietnamese. */
export type Weight = 'regular' | 'medium' | 'semibold'

/** The style of a text. Sizes and widths are in points of 1/72 inch, colours `#1f2328`. */
export interface TextStyle {
  readonly weight?: Weight
  readonly size?: number
  readonly color?: string
  readonly align?: 'left' | 'right'
}

/** Where a text begins, and the width in which it is wrapped. */
export interface TextBox {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The information about a document for readers and screen readers. */
export interface SheetInfo {
  readonly title: string
  readonly author: string
  /** BCP 47. */
  readonly language: string
  /** The date that the file states as its own. */
  readonly date: Date
  readonly format: 'A4' | 'LETTER'
}

/** A document that is being drawn. The y axis points down, from the top of the page. */
export interface Sheet {
  readonly width: number
  readonly height: number
  /** Draws a text and returns the y below it. */
  text(text: string, box: TextBox, style?: TextStyle): number
  /** The height that `text` would take. */
  heightOf(text: string, width: number, style?: TextStyle): number
  /** The width of a text in one line. */
  widthOf(text: string, style?: TextStyle): number
  line(box: TextBox, color: string, thickness?: number): void
  fill(box: TextBox & { readonly height: number; readonly radius?: number }, color: string): void
  /** Draws a PNG or JPEG as large as fits, and returns its width; 0 where it cannot be read. */
  picture(content: Buffer, box: TextBox & { readonly height: number }): number
  addPage(): void
  /** Ends the document: `decorate` draws on each page what needs their number, from 1. */
  finish(decorate: (page: number, count: number) => void): Promise<Buffer>
}

const DEFAULT_SIZE = 9.5
const LEADING = 1.4
/** Digits of one width in columns at the right, so that amounts stand below each other. The library caches what is set without features. */
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum']
// The same feature widens hyphens, as in the number of a document.
const featuresOf = (text: string, { align }: TextStyle) => (align === 'right' && !text.includes('-') ? { features: FEATURES } : {})
const FONTS = '@expo-google-fonts/inter'
const files: Readonly<Record<Weight, string>> = {
  regular: '400Regular/Inter_400Regular.ttf',
  medium: '500Medium/Inter_500Medium.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
}
const require = createRequire(import.meta.url)
const fontOf = memoize(8, (weight: Weight) => readFileSync(require.resolve(`${FONTS}/${files[weight]}`)))

/** A text without the characters that Unicode draws as nothing: the fonts have none of them, and would draw a box. */
export const drawnText = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Begins a document with one empty page. */
export function openSheet(about: SheetInfo): Sheet {
  const pdf = openPdf(about)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const set = ({ weight = 'regular', size = DEFAULT_SIZE }: TextStyle) => pdf.font(weight).fontSize(size)
  const options = (text: string, width: number, { size = DEFAULT_SIZE, align = 'left' }: TextStyle) => {
    const lineGap = size * LEADING - pdf.currentLineHeight(false)
    return { width, align, lineGap, ...featuresOf(text, { align }) }
  }
  const heightOf: Sheet['heightOf'] = (text, width, style = {}) =>
    set(style).heightOfString(drawnText(text), options(drawnText(text), width, style))
  return {
    width: pdf.page.width,
    height: pdf.page.height,
    heightOf,
    text: (text, { x, y, width }, style = {}) => {
      const height = heightOf(text, width, style)
      pdf.fillColor(style.color ?? '#1f2328').text(drawnText(text), x, y, options(drawnText(text), width, style))
      return y + height
    },
    widthOf: (text, style = {}) => set(style).widthOfString(drawnText(text), featuresOf(text, style)),
    line: ({ x, y, width }, color, thickness = 0.5) =>
      void pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .stroke(color),
    fill: ({ x, y, width, height, radius = 0 }, color) => void pdf.roundedRect(x, y, width, height, radius).fill(color),
    picture: (content, { x, y, width, height }) => {
      try {
        const image = openImage(pdf, content)
        const scale = Math.min(width / image.width, height / image.height)
        pdf.image(image, x, y, { width: image.width * scale, height: image.height * scale })
        return image.width * scale
      } catch {
        return 0
      }
    },
    addPage: () => void pdf.addPage(),
    finish: async (decorate) => {
      const { count } = pdf.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(page)
        decorate(page + 1, count)
      }
      const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
      pdf.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

function openPdf({ title, author, language, date, format }: SheetInfo): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    size: format,
    margin: 0,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Producer: 'Guildhall', Creator: 'Guildhall', CreationDate: date, ModDate: date },
  })
  for (const weight of Object.keys(files) as Weight[]) pdf.registerFont(weight, fontOf(weight))
  return pdf
}

// The method is public in the library and missing in its types.
function openImage(pdf: PDFKit.PDFDocument, content: Buffer): { readonly width: number; readonly height: number } & PDFKit.Mixins.ImageSrc {
  const { openImage: open } = pdf as unknown as { openImage(source: Buffer): ReturnType<typeof openImage> }
  return open.call(pdf, content)
}
