import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pdfText } from '#test/support/markers/pdf-text.ts'
import type { Invoice, InvoiceContent } from '../model.ts'
import { drawDocument } from './document.ts'

const at = '2026-03-12T14:20:00.000Z'

const content: InvoiceContent = {
  orderNumber: 'NW-0215',
  invoiceNumber: null,
  seller: {
    name: 'Northwind Tools',
    legalName: 'Northwind Tools GmbH',
    address: { line1: 'Torstraße 140', line2: null, postalCode: '10119', city: 'Berlin', state: null, country: 'DE' },
    taxId: 'DE136695976',
    registrationNumber: 'HRB 123456 B, Amtsgericht Charlottenburg',
    email: 'billing@northwind.example',
    website: 'https://northwind.example',
    note: 'Questions? Write to billing@northwind.example.',
    logoUrl: null,
    accentColor: '#1f6feb',
  },
  buyer: {
    name: 'Analytical Engines Ltd',
    address: { line1: '12 St James’s Square', line2: null, postalCode: 'SW1Y 4JH', city: 'London', state: null, country: 'GB' },
    taxId: 'GB980780684',
    email: 'ada@analytical.example',
  },
  lines: [{ description: 'Template Library', quantity: 1, unitAmount: 8900, amount: 8900 }],
  subtotalAmount: 8900,
  discountAmount: 900,
  taxes: [{ name: 'VAT', jurisdiction: 'DE', ratePpm: 190_000, baseAmount: 8000, amount: 1520 }],
  isTaxIncluded: false,
  isReverseCharge: false,
  creditAmount: 0,
  writtenOffAmount: 0,
  paidAt: at,
  period: null,
  timeZone: 'Europe/Berlin',
  isTest: false,
}

const invoice: Invoice = {
  id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  organizationId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23',
  kind: 'invoice',
  number: 'INV-0001',
  series: 'invoices',
  orderId: '',
  refundId: null,
  creditId: null,
  customerId: '',
  currency: 'eur',
  netAmount: 8000,
  taxAmount: 1520,
  totalAmount: 9520,
  language: 'en',
  content,
  voidedAt: null,
  storedAt: null,
  createdAt: new Date(at),
  modifiedAt: null,
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    description: `Item ${index + 1}${index % 7 === 3 ? ' with a long description that needs several lines because it names every single thing that was sold with it, one after the other' : ''}`,
    quantity: 1,
    unitAmount: 100 + index,
    amount: 100 + index,
  }))

const cases: Readonly<Record<string, Partial<Omit<Invoice, 'content'>> & { readonly content?: Partial<InvoiceContent> }>> = {
  plain: {},
  german: {
    language: 'de',
    content: {
      period: { start: '2026-02-28T23:00:00.000Z', end: '2026-03-31T22:00:00.000Z' },
      taxes: [
        { name: 'USt.', jurisdiction: 'DE', ratePpm: 190_000, baseAmount: 8000, amount: 1520 },
        { name: 'Kommunalabgabe', jurisdiction: 'DE', ratePpm: 88_750, baseAmount: 8000, amount: 0 },
      ],
      creditAmount: 1000,
      isTaxIncluded: true,
      isTest: true,
    },
  },
  many: { content: { lines: lines(70) } },
  long: {
    currency: 'jpy',
    content: {
      seller: {
        ...content.seller,
        name: 'Gesellschaft für außergewöhnlich lange Firmennamen und Rechtsdokumentationsangelegenheiten',
        legalName:
          'Gesellschaft für außergewöhnlich lange Firmennamen und Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH & Co. KG',
        address: { line1: '350 Fifth Avenue', line2: 'Suite 7720', postalCode: '10118', city: 'New York', state: 'US-NY', country: 'US' },
        accentColor: null,
      },
      buyer: {
        name: 'Ελληνική Εταιρεία Λογισμικού Α.Ε. и Общество с ограниченной ответственностью «Ромашка»',
        address: {
          line1: 'Łódź, ulica Piotrkowska 1',
          line2: 'Βασιλίσσης Σοφίας 12',
          postalCode: '106 74',
          city: 'Αθήνα',
          state: null,
          country: 'GR',
        },
        taxId: 'EL123456783',
        email: 'somebody-with-a-very-long-address-in-a-company@subdomain.of.a.long.company.example',
      },
      isReverseCharge: true,
      taxes: [],
    },
  },
  kuwait: {
    currency: 'kwd',
    netAmount: 123_456_789,
    taxAmount: 0,
    totalAmount: 123_456_789,
    content: {
      taxes: [],
      lines: [{ description: 'Site licence', quantity: 1, unitAmount: 123_456_789, amount: 123_456_789 }],
      subtotalAmount: 123_456_789,
      discountAmount: 0,
    },
  },
  credit: {
    kind: 'credit_note',
    number: 'INV-CN-0001',
    refundId: 'x',
    content: {
      invoiceNumber: 'INV-0001',
      discountAmount: 0,
      subtotalAmount: 8000,
      lines: [{ description: 'Template Library', quantity: 1, unitAmount: 8000, amount: 8000 }],
    },
  },
}

test.each(Object.entries(cases))(
  'the document %s is a PDF with the same bytes each time',
  async (_name, { content: changed, ...fields }) => {
    const drawn = { ...invoice, ...fields, content: { ...content, ...changed } }
    const [first, second] = [await drawDocument(drawn, null), await drawDocument(drawn, null)]
    expect(first.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    expect(createHash('sha256').update(first).digest('hex')).toBe(createHash('sha256').update(second).digest('hex'))
  },
)

test('a line names the days of its own period, in the zone of the seller, and none without one', async () => {
  const line = { description: 'Plan', quantity: 1, unitAmount: -2100, amount: -2100 }
  const period = { start: '2027-01-10T23:00:00.000Z', end: '2027-01-31T23:00:00.000Z' }
  const textOf = async (lines: InvoiceContent['lines']) => {
    const drawn = await drawDocument({ ...invoice, content: { ...content, lines } }, null)
    return pdfText(drawn).replaceAll(/[\u2009\u202f]/g, ' ')
  }
  expect(await textOf([{ ...line, period }])).toContain('Plan\n11 – 31 January 2027\n1\n−€21.00')
  expect(await textOf([line])).toContain('Plan\n1\n−€21.00')
})
