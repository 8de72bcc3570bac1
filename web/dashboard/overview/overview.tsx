import { PageHeader } from '#web/shell/page-header.tsx'
import { t } from '#web/shell/words.ts'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Empty } from '#web/ui/showing/empty.tsx'

/** The first page of a dashboard, before anything was sold. */
export default function Overview() {
  return (
    <>
      <PageHeader title={t('overview.title')} />
      <Empty icon={PulseIcon} text={t('overview.emptyText')} title={t('overview.emptyTitle')} />
    </>
  )
}
