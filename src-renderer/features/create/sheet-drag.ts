/** Media type that identifies a dragged sheet image. */
const MEDIA_TYPE = 'application/x-dropforge-picture';

/** Starts dragging a sheet image. */
export function dragSheetImage(event: DragEvent, id: string): void {
  if (!event.dataTransfer) return;
  event.dataTransfer.setData(MEDIA_TYPE, id);
  event.dataTransfer.effectAllowed = 'move';
}

/** Returns the event handlers of a slot that sheet images can be dropped on. */
export function sheetDropZone(onDrop: (id: string) => void, setOver: (isOver: boolean) => void) {
  return {
    ondragover: (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(MEDIA_TYPE)) return;
      event.preventDefault();
      setOver(true);
    },
    ondragleave: () => {
      setOver(false);
    },
    ondrop: (event: DragEvent) => {
      const id = event.dataTransfer?.getData(MEDIA_TYPE) ?? '';
      setOver(false);
      if (id === '') return;
      event.preventDefault();
      onDrop(id);
    },
  };
}
