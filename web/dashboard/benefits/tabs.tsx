import { t } from '#web/parts/benefits/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { cx } from '#web/ui/cx.ts'
import { Dot } from '#web/ui/text/status.tsx'
import { useOpenFailures } from '../grants/failures.ts'

const tabs = [
  { name: 'benefits', path: '/benefits', needs: 'benefits:read' },
  { name: 'licenseKeys', path: '/benefits/license-keys', needs: 'license_keys:read' },
  { name: 'grants', path: '/benefits/grants', needs: 'benefits:read' },
] as const

/** The lists about benefits as tabs: what is offered, the keys, and who has what, with the number of failures, without its word where that would be cut. */
export function BenefitTabs({ at, tab: open }: { at: string; tab: (typeof tabs)[number]['name'] }) {
  const may = useMay()
  const failures = useOpenFailures() ?? 0
  return (
    <nav aria-label={t('tabs.label')} className="mb-16 flex gap-20 overflow-x-auto border-b border-line text-label max-wide:gap-16">
      {tabs
        .filter(({ needs }) => may(needs))
        .map(({ name, path }) => (
          <a
            aria-current={name === open ? 'page' : undefined}
            className={cx(
              'inline-flex h-36 flex-none items-center gap-8 border-b-2 outline-offset-[-2px] pointer-coarse:h-44',
              name === open ? 'border-text font-strong text-text' : 'border-transparent text-muted hover:text-text',
            )}
            href={`${at}${path}`}
            key={name}
          >
            {t(`tabs.${name}`)}
            {name === 'grants' && failures > 0 && (
              <span className="inline-flex items-center gap-6 text-caption font-regular text-bad">
                <Dot small tone="bad" />
                <span className="max-wide:sr-only">{t('tabs.failures', { count: failures })}</span>
                <span aria-hidden="true" className="tabular-nums wide:hidden">
                  {failures}
                </span>
              </span>
            )}
          </a>
        ))}
      {may('benefits:write') && (
        <a
          className="ml-auto inline-flex h-36 flex-none items-center text-muted outline-offset-[-2px] hover:text-text pointer-coarse:h-44"
          href={`${at}/benefits?dialog=connections`}
        >
          {t('tabs.connections')}
        </a>
      )}
    </nav>
  )
}
