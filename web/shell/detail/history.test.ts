import { expect, test } from 'vitest'
import type { OrganizationAuditEntry } from '#client/index.ts'
import { PlusIcon } from '#web/ui/icons/index.ts'
import { type HistoryEntry, mergeHistory } from './history.ts'

const known = (id: string, at: string, action?: string): HistoryEntry => ({ id, at, action, icon: PlusIcon, title: id, kind: 'change' })
const audited = (action: string, happenedAt: string) => ({ id: action, action, happenedAt }) as OrganizationAuditEntry
const toEntry = (audit: OrganizationAuditEntry) => ({ ...known(audit.id, audit.happenedAt), audit })

const merged = (entries: readonly HistoryEntry[], audit: readonly OrganizationAuditEntry[]) =>
  mergeHistory(entries, audit, toEntry).map(({ id, audit: of }) => [id, of?.action])

test('an entry names the actor of the audit entry of the same action, which is not shown twice', () => {
  const entries = [known('paid', '2026-03-02T10:00:00Z'), known('created', '2026-03-01T10:00:00Z', 'checkout.created')]
  expect(merged(entries, [audited('checkout.created', '2026-03-01T10:00:00Z')])).toEqual([
    ['paid', undefined],
    ['created', 'checkout.created'],
  ])
})

test('audit entries that the page knows nothing of stand among its own, newest first', () => {
  const entries = [known('created', '2026-03-01T10:00:00Z', 'product.created')]
  const audit = [audited('product.archived', '2026-03-03T10:00:00Z'), audited('product.updated', '2026-03-02T10:00:00Z')]
  expect(merged(entries, audit)).toEqual([
    ['product.archived', 'product.archived'],
    ['product.updated', 'product.updated'],
    ['created', undefined],
  ])
})
