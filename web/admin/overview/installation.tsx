import type { AdminHealth } from '#client/types.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { bytesText } from '#web/ui/text/bytes.ts'
import { t } from './messages.ts'

/** The running versions of program, web app and database, and the space that the data takes. */
export function Installation({ health: { versions, storage } }: { health: AdminHealth }) {
  const { locale } = useLanguage()
  const version = versions.database
  const code = (text: string) => <code className="font-mono text-caption">{text}</code>
  return (
    <Card label={t('installation.title')}>
      <CardHead title={t('installation.title')} />
      <CardBody underHead>
        <DescriptionList
          items={[
            [t('installation.program'), versions.program],
            versions.webBuild !== null && [t('installation.webBuild'), code(versions.webBuild)],
            [t('installation.database'), t(storage.isEmbedded ? 'installation.embedded' : 'installation.postgres', { version })],
            [t('installation.schema'), code(versions.schema)],
            [t('installation.size'), bytesText(storage.databaseBytes, locale)],
            storage.freeBytes !== null && [t('installation.free'), bytesText(storage.freeBytes, locale)],
          ]}
        />
      </CardBody>
    </Card>
  )
}
