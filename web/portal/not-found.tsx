import { buttonClass } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { QuestionIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import { hrefOf } from './place.ts'

/** The page, or what it is about, does not exist. */
export const NotFound = ({ level }: { level?: 1 | 2 }) => (
  <Empty
    action={
      <a className={buttonClass()} href={hrefOf('')}>
        {t('missing.action')}
      </a>
    }
    icon={QuestionIcon}
    level={level}
    text={t('missing.text')}
    title={t('missing.title')}
  />
)
