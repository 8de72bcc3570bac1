import type { Route } from '#platform/http/route.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { taxRecordList } from './reads.ts'
import { taxRecordRefusals } from './refusals.ts'
import { taxRecord, toTaxRecordWire } from './wire.ts'

export const routes: readonly Route[] = resourceReads({
  path: '/v1/tax-records/',
  name: 'tax_records',
  nouns: ['what a tax service has recorded', 'a tax record'],
  scope: 'orders:read',
  list: taxRecordList,
  schema: taxRecord,
  toWire: toTaxRecordWire,
  notFound: taxRecordRefusals.ResourceNotFound,
  addition: true,
})
