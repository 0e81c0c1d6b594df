/** Every style sheet that is not a component's own, in the order of their layers. */
import '@fontsource-variable/inter/opsz.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '../ui/theme/global.css';
import '../ui/feedback/toast.css';
