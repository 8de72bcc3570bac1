import type { BenefitGrant } from '#client/index.ts'
import { t } from '#web/parts/grants/messages.ts'
import { useRetry } from '#web/parts/grants/use-retry.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { RefreshIcon } from '#web/ui/icons/index.ts'

/** Attempts a failed grant again. */
export function RetryButton({ grant, variant }: { grant: Pick<BenefitGrant, 'id'>; variant?: 'primary' | 'plain' }) {
  const { busy, run } = useRetry()
  return (
    <Permitted needs="benefits:write">
      <Button busy={busy} icon={RefreshIcon} onClick={() => run(grant.id)} variant={variant}>
        {t('actions.retry')}
      </Button>
    </Permitted>
  )
}
