import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#client/operations.ts'
import type { Cell } from '#kernel/csv.ts'
import { decimal } from '#kernel/money.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/books/messages.ts'
import { CountryName } from '#web/parts/customers/address.tsx'
import { downloadCsv } from '#web/parts/download.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { DownloadIcon, ReceiptIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { monthsBefore } from './months.ts'

type Report = Answer<'books:get'>
type Books = Report['items'][number]

/** The lines of the report, in order; the last one is the result. */
const lines = [
  'revenueAmount',
  'operatorSalesAmount',
  'refundedAmount',
  'disputedAmount',
  'providerFeeAmount',
  'writtenOffAmount',
  'resultAmount',
] as const satisfies readonly (keyof Books)[]
const costs: ReadonlySet<keyof Books> = new Set(['refundedAmount', 'disputedAmount', 'providerFeeAmount', 'writtenOffAmount'])
/** Further lines, which are not part of the result. */
const further = [
  'taxAmount',
  'platformFeeAmount',
  'payoutAmount',
  'creditIssuedAmount',
  'creditUsedAmount',
] as const satisfies readonly (keyof Books)[]

/** The books of a month from the ledger: revenue, taxes by country, refunds, fees, payouts and credit. */
export default function BooksReport() {
  const { locale } = useLanguage()
  const organization = useOrganization()
  const months = monthsBefore(new Date())
  const [month, setMonth] = useState(months[0] ?? '')
  const query = useQuery(apiQuery('books', 'get', { organizationId: organization.id, month }))
  const nameOf = (each: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${each}-01T00:00:00Z`))
  return (
    <>
      <PageHeader lead={t('lead')} title={t('title')}>
        <Button
          disabled={!query.data?.items.length}
          icon={DownloadIcon}
          onClick={() => query.data && downloadCsv(`books-${month}.csv`, rowsOf(query.data))}
        >
          {t('export')}
        </Button>
      </PageHeader>
      <div className="mb-24 max-w-240">
        <Field label={t('month')}>
          <Select onChange={(event) => setMonth(event.currentTarget.value)} value={month}>
            {months.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <QueryContent query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={ReceiptIcon} text={t('emptyText')} title={t('empty', { month: nameOf(month) })} />
          ) : (
            <div className="grid gap-24">
              {items.map((books) => (
                <CurrencyBooks books={books} key={books.currency} />
              ))}
            </div>
          )
        }
      </QueryContent>
    </>
  )
}

function CurrencyBooks({ books }: { books: Books }) {
  const { currency, taxes } = books
  return (
    <Card>
      <CardHead lined title={currency.toUpperCase()} />
      <CardBody>
        <div className="grid gap-32 wide:grid-cols-2">
          <Rows books={books} names={lines} />
          <Rows books={books} names={further} />
        </div>
        <table className="w-full text-label">
          <caption className="pb-8 text-left font-strong">{t('taxes')}</caption>
          <thead>
            <tr className="border-b border-line text-caption text-muted">
              <th className="py-8 text-left font-regular" scope="col">
                {t('country')}
              </th>
              <th className="py-8 text-right font-regular" scope="col">
                {t('net')}
              </th>
              <th className="py-8 text-right font-regular" scope="col">
                {t('tax')}
              </th>
            </tr>
          </thead>
          <tbody>
            {taxes.map(({ country, netAmount, taxAmount }) => (
              <tr className="border-b border-line" key={country}>
                <th className="py-8 text-left font-regular" scope="row">
                  {country === null ? t('unknown') : <Place code={country} />}
                </th>
                <td className="py-8 text-right tabular-nums">
                  <Amount currency={currency} value={netAmount} />
                </td>
                <td className="py-8 text-right tabular-nums">
                  <Amount currency={currency} value={taxAmount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  )
}

function Rows({ books, names }: { books: Books; names: readonly (typeof lines | typeof further)[number][] }) {
  const shown = names.filter((name) => books[name] !== 0 || name === 'revenueAmount' || name === 'resultAmount' || name === 'taxAmount')
  return (
    <dl className="grid content-start gap-8 text-label">
      {shown.map((name) => (
        <div className={`flex justify-between gap-16 ${name === 'resultAmount' ? 'border-t border-line pt-8 font-strong' : ''}`} key={name}>
          <dt>{t(`lines.${name}`)}</dt>
          <dd className="tabular-nums">
            <Amount currency={books.currency} value={costs.has(name) ? -books[name] : books[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A country, or a state of one by its code. */
function Place({ code }: { code: string }) {
  const [country = '', state] = code.split('-')
  return (
    <>
      <CountryName code={country} />
      {state !== undefined && ` (${state})`}
    </>
  )
}

/** The report as rows of CSV: amounts in units of their currency. */
function rowsOf({ month, items }: Report): (readonly Cell[])[] {
  const head = ['month', 'currency', 'line', 'country', 'net', 'tax'] as const
  const rows = items.flatMap((books) => {
    const amount = (minor: number) => decimal(minor, books.currency)
    const of = (line: string, ...cells: readonly Cell[]) => [month, books.currency, line, ...cells]
    return [
      ...[...lines, ...further].map((name) => of(t(`lines.${name}`), null, amount(books[name]), null)),
      ...books.taxes.map(({ country, netAmount, taxAmount }) => of(t('taxes'), country, amount(netAmount), amount(taxAmount))),
    ]
  })
  return [head, ...rows]
}
