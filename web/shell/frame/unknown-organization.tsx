import { Empty } from '#web/ui/display/empty.tsx'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { t } from '../messages.ts'

/** Shown when the path names no organization of the user. */
export default function UnknownOrganization({ slug }: { slug: string }) {
  return <Empty icon={SearchIcon} level={1} text={t('noOrganization.text')} title={t('noOrganization.title', { slug })} />
}
