import type { ReactNode } from 'react'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Box } from './box.tsx'
import FirstSteps from './first-steps.tsx'
import { t as pageText } from './messages.ts'
import { t } from './sales-messages.ts'

/** The overview before the first sale: the remaining setup steps. */
export default function NoSales({ banner }: { banner: ReactNode }) {
  return (
    <>
      <PageHeader title={pageText('title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24 max-wide:gap-16">
        {banner}
        <FirstSteps hasSold={false} placeholder={<Box className="h-304" />} />
        <Empty icon={PulseIcon} text={t('emptyText')} title={t('emptyTitle')} />
      </div>
    </>
  )
}
