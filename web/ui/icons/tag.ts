import { createIcon } from './icon.tsx'

export const TagIcon = /* @__PURE__ */ createIcon('M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01')
