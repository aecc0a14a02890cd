/** How tall the methods of each checkout were when they were last laid out with a form in them, CSS px. */
const heights = new WeakMap<Element, number>();

let observer: ResizeObserver | undefined;

/** Holds the height that the methods had when an outcome takes their place, so that nothing moves below it. */
export function holdHeight(root: ParentNode): void {
  const methods = root.querySelector<HTMLElement>('.methods');
  if (!methods) return;
  observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) if (!isOver(target)) heights.set(target, contentRect.height);
  });
  observer.observe(methods);
  const height = isOver(methods) && heights.get(methods);
  methods.style.minHeight = height ? `${height}px` : '';
}

function isOver(methods: Element): boolean {
  return methods.matches('.over');
}
