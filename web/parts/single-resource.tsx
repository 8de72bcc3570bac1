import { Skeleton, Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a path segment can be an id. The server refuses other values as invalid input. */
export const isId = (text: string): boolean => uuid.test(text)

/** The skeleton of a detail page. */
export function DetailSkeleton() {
  const { translate } = useLanguage()
  return (
    <Skeletons label={translate('loading')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-24">
        <div className="grid gap-12 pb-4">
          <Skeleton className="w-80" />
          <Skeleton className="w-224" tall />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-24 desk:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid content-start gap-24">
            <div className="h-76 rounded-card border border-line bg-surface" />
            <div className="h-240 rounded-card border border-line bg-surface" />
          </div>
          <div className="h-240 rounded-card border border-line bg-surface" />
        </div>
      </div>
    </Skeletons>
  )
}
