import { Forbidden } from '#web/ui/display/failure.tsx'

/** In place of a page that the user's roles do not permit. */
export default function ForbiddenPage() {
  return <Forbidden level={1} />
}
