import { Card, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { grantStatus, isCurrent } from '../benefits/grant.ts'
import { GrantIcon } from '../benefits/icon.tsx'
import { t } from '../messages.ts'
import { hrefOf } from '../place.ts'
import { useGrants } from '../use-grants.ts'

const SHOWN = 5

/** The first benefits, with what each needs. */
export default function GrantsCard() {
  const grants = useGrants()
  const current = (grants.data?.items ?? []).filter(isCurrent)
  if (current.length === 0) return null
  return (
    <Card>
      <CardHead lined title={t('nav.benefits')}>
        <a className="rounded-key px-8 text-muted hover:text-text" href={hrefOf('/benefits')}>
          {t('overview.all')} <span className="tabular-nums">{current.length}</span>
        </a>
      </CardHead>
      <Rows>
        {current.slice(0, SHOWN).map((grant) => {
          const status = grantStatus(grant)
          return (
            <Row key={grant.id}>
              <GrantIcon type={grant.benefit.type} />
              <span className="min-w-0 flex-1 truncate">{grant.benefit.description}</span>
              {status.tone !== 'good' && <Status tone={status.tone}>{status.word}</Status>}
            </Row>
          )
        })}
      </Rows>
    </Card>
  )
}
