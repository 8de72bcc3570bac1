import { createIcon } from './icon.tsx'

export const PencilIcon = /* @__PURE__ */ createIcon('M10.5 3 13 5.5 5.5 13H3v-2.5zM9 4.5 11.5 7')
