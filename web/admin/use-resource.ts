import { getRouteApi } from '@tanstack/react-router'

const api = getRouteApi('/admin/{-$section}/{-$id}')

/** The id or name of the resource whose page is open. */
export const useResourceId = (): string => api.useParams().id ?? ''
