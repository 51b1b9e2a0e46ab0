/** Tells an image of the sheet that is dragged from anything else that is. */
const KIND = 'application/x-dropforge-picture';

/** An image of the sheet is taken up. */
export function dragSheetImage(event: DragEvent, id: string): void {
  if (!event.dataTransfer) return;
  event.dataTransfer.setData(KIND, id);
  event.dataTransfer.effectAllowed = 'move';
}

/** What a place of the sheet listens to, so that an image can be let go over it. */
export function sheetDropZone(take: (id: string) => void, show: (isOver: boolean) => void) {
  return {
    ondragover: (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(KIND)) return;
      event.preventDefault();
      show(true);
    },
    ondragleave: () => {
      show(false);
    },
    ondrop: (event: DragEvent) => {
      const id = event.dataTransfer?.getData(KIND) ?? '';
      show(false);
      if (id === '') return;
      event.preventDefault();
      take(id);
    },
  };
}
