import { Skeleton, Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'

const anId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether an address can name a thing at all; asking the server for another is refused with a fault of form. */
export const isId = (text: string): boolean => anId.test(text)

/** The shape of a detail page while it loads. */
export function DetailSkeleton() {
  const { say } = useLanguage()
  return (
    <Skeletons label={say('loading')}>
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
