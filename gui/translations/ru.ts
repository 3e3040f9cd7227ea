<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru_RU" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Undo {what}</source>
        <translation>Отменить «{what}»</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Redo {what}</source>
        <translation>Повторить «{what}»</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Повторить</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>Р&amp;асположение</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>П&amp;рогон</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык (Language)</translation>
    </message>
    <message>
        <source>New planar mechanism</source>
        <translation>Новый плоский механизм</translation>
    </message>
    <message>
        <source>New spatial mechanism</source>
        <translation>Новый пространственный механизм</translation>
    </message>
    <message>
        <source>Start page and examples</source>
        <translation>Начальная страница и примеры</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Новое окно</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Сохранить как…</translation>
    </message>
    <message>
        <source>Export drawing…</source>
        <translation>Экспортировать чертёж…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Выйти</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Вырезать</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставить</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Выделить всё</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Edit values</source>
        <translation>Изменить значения</translation>
    </message>
    <message>
        <source>Enable or disable</source>
        <translation>Включить или отключить</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Добавить заметку</translation>
    </message>
    <message>
        <source>Make subcircuit…</source>
        <translation>Собрать подсхему…</translation>
    </message>
    <message>
        <source>Dissolve subcircuit</source>
        <translation>Разобрать подсхему</translation>
    </message>
    <message>
        <source>Kind properties…</source>
        <translation>Свойства вида…</translation>
    </message>
    <message>
        <source>New component from equations…</source>
        <translation>Новый компонент из уравнений…</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Найти…</translation>
    </message>
    <message>
        <source>Rotate clockwise</source>
        <translation>Повернуть по часовой стрелке</translation>
    </message>
    <message>
        <source>Rotate anticlockwise</source>
        <translation>Повернуть против часовой стрелки</translation>
    </message>
    <message>
        <source>Flip horizontally</source>
        <translation>Отразить по горизонтали</translation>
    </message>
    <message>
        <source>Flip vertically</source>
        <translation>Отразить по вертикали</translation>
    </message>
    <message>
        <source>Align left</source>
        <translation>Выровнять по левому краю</translation>
    </message>
    <message>
        <source>Align centres</source>
        <translation>Выровнять по вертикальной оси</translation>
    </message>
    <message>
        <source>Align right</source>
        <translation>Выровнять по правому краю</translation>
    </message>
    <message>
        <source>Align top</source>
        <translation>Выровнять по верхнему краю</translation>
    </message>
    <message>
        <source>Align middles</source>
        <translation>Выровнять по горизонтальной оси</translation>
    </message>
    <message>
        <source>Align bottom</source>
        <translation>Выровнять по нижнему краю</translation>
    </message>
    <message>
        <source>Distribute horizontally</source>
        <translation>Распределить по горизонтали</translation>
    </message>
    <message>
        <source>Distribute vertically</source>
        <translation>Распределить по вертикали</translation>
    </message>
    <message>
        <source>Change kind…</source>
        <translation>Сменить вид…</translation>
    </message>
    <message>
        <source>Add drive to joint</source>
        <translation>Добавить к шарниру привод</translation>
    </message>
    <message>
        <source>Add damper to joint</source>
        <translation>Добавить к шарниру демпфер</translation>
    </message>
    <message>
        <source>Add spring to joint</source>
        <translation>Добавить к шарниру пружину</translation>
    </message>
    <message>
        <source>Add limits to joint</source>
        <translation>Добавить к шарниру упоры</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Показать целиком</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Увеличить</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Уменьшить</translation>
    </message>
    <message>
        <source>Show scalar links</source>
        <translation>Показать скалярные связи</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Go to parent sheet</source>
        <translation>На лист выше</translation>
    </message>
    <message>
        <source>Next sheet</source>
        <translation>Следующий лист</translation>
    </message>
    <message>
        <source>Previous sheet</source>
        <translation>Предыдущий лист</translation>
    </message>
    <message>
        <source>Live values</source>
        <translation>Значения во время прогона</translation>
    </message>
    <message>
        <source>Live stream variables</source>
        <translation>Потоки во время прогона</translation>
    </message>
    <message>
        <source>Live power</source>
        <translation>Мощность во время прогона</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Светлая тема</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Тёмная тема</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>Системная тема</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>Язык системы</translation>
    </message>
    <message>
        <source>Reset window layout</source>
        <translation>Вернуть исходное расположение панелей</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Запустить</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>Приостановить или продолжить</translation>
    </message>
    <message>
        <source>One frame forward</source>
        <translation>На один кадр вперёд</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Return to start</source>
        <translation>Вернуться к началу</translation>
    </message>
    <message>
        <source>Play back</source>
        <translation>Воспроизвести</translation>
    </message>
    <message>
        <source>Save run…</source>
        <translation>Сохранить прогон…</translation>
    </message>
    <message>
        <source>Save snapshot of final state…</source>
        <translation>Сохранить снимок конечного состояния…</translation>
    </message>
    <message>
        <source>Memory limit…</source>
        <translation>Предел памяти…</translation>
    </message>
    <message>
        <source>Component help</source>
        <translation>Справка о компоненте</translation>
    </message>
    <message>
        <source>Component equations</source>
        <translation>Уравнения компонента</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>Все команды…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>About Mars</source>
        <translation>О программе Mars</translation>
    </message>
</context>
<context>
    <name>AxisField</name>
    <message>
        <source>other</source>
        <translation>своя</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Ctrl+V pastes columns from a spreadsheet; Delete clears the selected cells</source>
        <translation>Ctrl+V вставляет столбцы из электронной таблицы, Delete очищает выделенные ячейки</translation>
    </message>
</context>
<context>
    <name>CheckDisplay</name>
    <message>
        <source>Problems</source>
        <translation>Замечания</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>mixed</source>
        <translation>разные</translation>
    </message>
</context>
<context>
    <name>CircuitCommands</name>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Could not export the drawing</source>
        <translation>Не удалось экспортировать чертёж</translation>
    </message>
    <message>
        <source>Could not read the snapshot</source>
        <translation>Не удалось прочитать снимок состояния</translation>
    </message>
</context>
<context>
    <name>CircuitFiles</name>
    <message>
        <source>Could not open the file</source>
        <translation>Не удалось открыть файл</translation>
    </message>
    <message>
        <source>Could not save the file</source>
        <translation>Не удалось сохранить файл</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Выберите другое имя.</translation>
    </message>
    <message>
        <source>The file has not been changed.</source>
        <translation>Файл не изменён.</translation>
    </message>
    <message>
        <source>Changes saved in one window will overwrite those made in the other.</source>
        <translation>Изменения, сохранённые в одном окне, затрут изменения из другого.</translation>
    </message>
    <message>
        <source>File already open</source>
        <translation>Файл уже открыт</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>Открыть копию</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>Всё равно открыть</translation>
    </message>
    <message>
        <source>%1 is open in another window (process %2).</source>
        <translation>%1 открыт в другом окне (процесс %2).</translation>
    </message>
    <message>
        <source>%1 has been changed by another program since you opened it. Saving will overwrite those changes.</source>
        <translation>Другая программа изменила %1 после того, как он был открыт здесь. При сохранении эти изменения пропадут.</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Сохранить как…</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>File changed on disk</source>
        <translation>Файл изменён на диске</translation>
    </message>
    <message>
        <source>Your changes are still in this window.</source>
        <translation>Ваши изменения остались в этом окне.</translation>
    </message>
</context>
<context>
    <name>CircuitPage</name>
    <message>
        <source>Subcircuit {name}</source>
        <translation>Подсхема {name}</translation>
    </message>
    <message>
        <source>Circuit</source>
        <translation>Схема</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Переменные</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Прогон</translation>
    </message>
    <message>
        <source>Properties: parameters, ports, symbol…</source>
        <translation>Свойства: параметры, порты, знак…</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Note: what this circuit models and where its values come from</source>
        <translation>Заметка: что моделирует схема и откуда взяты значения</translation>
    </message>
    <message>
        <source>Planar (X–Y)</source>
        <translation>Плоская (X–Y)</translation>
    </message>
    <message>
        <source>Spatial</source>
        <translation>Пространственная</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Другая</translation>
    </message>
    <message>
        <source>translation along {axis}</source>
        <translation>перемещение вдоль {axis}</translation>
    </message>
    <message>
        <source>rotation about {axis}</source>
        <translation>поворот вокруг {axis}</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Сила тяжести</translation>
    </message>
    <message>
        <source>Gravitational acceleration</source>
        <translation>Ускорение свободного падения</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>Circuit class</source>
        <translation>Класс схемы</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Type a command, a kind to place or a component to find</source>
        <translation>Введите команду, вид компонента или имя компонента на листе</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>Go to {name}</source>
        <translation>Перейти к {name}</translation>
    </message>
    <message>
        <source>Go to sheet {name}</source>
        <translation>Перейти на лист {name}</translation>
    </message>
    <message>
        <source>Place {kind}</source>
        <translation>Поставить: {kind}</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Ничего не найдено</translation>
    </message>
</context>
<context>
    <name>ComparedRuns</name>
    <message>
        <source>Tables (*.csv *.txt)</source>
        <translation>Таблицы (*.csv *.txt)</translation>
    </message>
    <message>
        <source>Could not read the table</source>
        <translation>Не удалось прочитать таблицу</translation>
    </message>
</context>
<context>
    <name>ComponentPage</name>
    <message>
        <source>No parameters in common</source>
        <translation>Общих параметров нет</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Show its sheet (Enter or double-click)</source>
        <translation>Показать её лист (Enter или двойной щелчок)</translation>
    </message>
</context>
<context>
    <name>CountField</name>
    <message>
        <source>One fewer</source>
        <translation>На один меньше</translation>
    </message>
    <message>
        <source>One more</source>
        <translation>На один больше</translation>
    </message>
</context>
<context>
    <name>DefinitionCommands</name>
    <message>
        <source>Select the components to include in the subcircuit</source>
        <translation>Выделите компоненты, которые войдут в подсхему</translation>
    </message>
    <message>
        <source>Make subcircuit {name}</source>
        <translation>Сборка подсхемы {name}</translation>
    </message>
    <message>
        <source>Dissolve {name}</source>
        <translation>Разборка {name}</translation>
    </message>
    <message>
        <source>Select a custom component or open a subcircuit to see its properties</source>
        <translation>Чтобы увидеть свойства вида, выделите компонент вида из этого файла или откройте подсхему</translation>
    </message>
    <message>
        <source>Remove {name} from the file</source>
        <translation>Удаление из файла: {name}</translation>
    </message>
    <message>
        <source>This file has no unused kinds</source>
        <translation>В этом файле нет неиспользуемых видов</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>Removed from the file: {names}</source>
        <translation>Удалены из файла: {names}</translation>
    </message>
    <message>
        <source>Kinds in the library: {count} ({folder})</source>
        <translation>Видов в библиотеке: {count} ({folder})</translation>
    </message>
    <message>
        <source>The library already contains a different {name}. Files that use it keep their own copy.</source>
        <translation>В библиотеке уже есть другой вид {name}. В файлах, где он используется, останется их копия.</translation>
    </message>
    <message>
        <source>Save to my library</source>
        <translation>Сохранить в моей библиотеке</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>Save {name} to my library</source>
        <translation>Сохранить {name} в моей библиотеке</translation>
    </message>
    <message>
        <source>Saved to {path}</source>
        <translation>Сохранено в {path}</translation>
    </message>
    <message>
        <source>Circuits that use {name} keep their own copy.</source>
        <translation>Схемы, где используется {name}, сохранят свою копию.</translation>
    </message>
    <message>
        <source>Remove {name} from the library</source>
        <translation>Удалить {name} из библиотеки</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Update {name} from the library</source>
        <translation>Обновление {name} из библиотеки</translation>
    </message>
    <message>
        <source>Two kinds named {name}</source>
        <translation>Два вида с именем {name}</translation>
    </message>
    <message>
        <source>The {name} in this file differs from the one in the library. Keep both under different names, or replace it everywhere?</source>
        <translation>Вид {name} в этом файле отличается от библиотечного. Оставить оба под разными именами или заменить везде?</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Оставить оба</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Несохранённые изменения</translation>
    </message>
    <message>
        <source>Save changes to %s?</source>
        <translation>Сохранить изменения в «%s»?</translation>
    </message>
    <message>
        <source>If you don't save, your changes will be lost.</source>
        <translation>Если не сохранить, изменения пропадут.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Не сохранять</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Сохранить как</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>Untitled</source>
        <translation>Без названия</translation>
    </message>
</context>
<context>
    <name>Domains</name>
    <message>
        <source>vector link: pose, twist and wrench</source>
        <translation>векторная связь: положение, кинематический винт, сила и момент</translation>
    </message>
    <message>
        <source>shaft: angle, speed and torque</source>
        <translation>вал: угол, скорость и момент</translation>
    </message>
    <message>
        <source>slider: travel, speed and force</source>
        <translation>ползун: перемещение, скорость и сила</translation>
    </message>
    <message>
        <source>electrical link: voltage and current</source>
        <translation>вывод: напряжение и ток</translation>
    </message>
    <message>
        <source>hydraulic line: pressure and flow</source>
        <translation>гидролиния: давление и расход</translation>
    </message>
    <message>
        <source>thermal link: temperature and heat flow</source>
        <translation>тепловая связь: температура и тепловой поток</translation>
    </message>
    <message>
        <source>signal: a number, carries no power</source>
        <translation>сигнал: число, без мощности</translation>
    </message>
    <message>
        <source>signal bundle: several numbers on one line</source>
        <translation>пучок сигналов: несколько чисел по одной линии</translation>
    </message>
</context>
<context>
    <name>EquationEditor</name>
    <message>
        <source>Components are named with this prefix and a number</source>
        <translation>Имена компонентов составляются из префикса и номера</translation>
    </message>
    <message>
        <source>&amp;Start from</source>
        <translation>&amp;Начать с</translation>
    </message>
    <message>
        <source>&amp;How to write equations</source>
        <translation>&amp;Как писать уравнения</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Закрыть</translation>
    </message>
    <message>
        <source>Apply and &amp;place</source>
        <translation>Применить и п&amp;оставить</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Применить</translation>
    </message>
    <message>
        <source>Apply to the circuit (Ctrl+Enter)</source>
        <translation>Применить к схеме (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>Prefi&amp;x</source>
        <translation>Пре&amp;фикс</translation>
    </message>
    <message>
        <source>The template replaces the current text. Until you apply it, you can undo this with Ctrl+Z.</source>
        <translation>Шаблон заменит текущий текст. До применения это можно отменить по Ctrl+Z.</translation>
    </message>
    <message>
        <source>Start from a template</source>
        <translation>Начать с шаблона</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>New component</source>
        <translation>Новый компонент</translation>
    </message>
    <message>
        <source>{name}: equations</source>
        <translation>{name}: уравнения</translation>
    </message>
    <message>
        <source>Edit equations of {name}</source>
        <translation>Уравнения {name}</translation>
    </message>
    <message>
        <source>Saved. The circuit cannot run until the equations are fixed.</source>
        <translation>Сохранено. Пока уравнения не исправлены, схему нельзя запустить.</translation>
    </message>
    <message>
        <source>The equations of {name} have not been applied.</source>
        <translation>Уравнения {name} ещё не применены.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Применить</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Не применять</translation>
    </message>
</context>
<context>
    <name>EquationFacts</name>
    <message>
        <source>{said} of {owed} equations</source>
        <translation>уравнений {said} из {owed}</translation>
    </message>
    <message>
        <source>Equations are counted once every line is valid</source>
        <translation>Уравнения будут сосчитаны, когда во всех строках не останется ошибок</translation>
    </message>
    <message>
        <source>must be connected</source>
        <translation>нужно соединить</translation>
    </message>
    <message>
        <source>may be left unconnected</source>
        <translation>можно не соединять</translation>
    </message>
    <message>
        <source>if unconnected: tied to the reference node</source>
        <translation>не соединён: связан с базовым узлом</translation>
    </message>
    <message>
        <source>out</source>
        <translation>выход</translation>
    </message>
    <message>
        <source>in</source>
        <translation>вход</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Состояния</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Результаты</translation>
    </message>
</context>
<context>
    <name>EquationText</name>
    <message>
        <source>Equations</source>
        <translation>Уравнения</translation>
    </message>
</context>
<context>
    <name>Equations</name>
    <message>
        <source>a comment; comments at the top become the component's help</source>
        <translation>комментарий; верхние строки — справка о компоненте</translation>
    </message>
    <message>
        <source>a port: rotation, translation, electrical, hydraulic, thermal, frame</source>
        <translation>порт: rotation, translation, electrical, hydraulic, thermal, frame</translation>
    </message>
    <message>
        <source>a port that may be left unconnected, on the right side</source>
        <translation>порт, который можно не соединять, на правой стороне</translation>
    </message>
    <message>
        <source>an input signal, read as u; “signal out” declares an output</source>
        <translation>сигнал на входе, читается как u; «signal out» — на выходе</translation>
    </message>
    <message>
        <source>a parameter, set for each component, with limits (at least, above, at most) and help</source>
        <translation>значение, которое задаётся у каждого компонента, с границами (at least, above, at most) и справкой</translation>
    </message>
    <message>
        <source>a state variable and its start value</source>
        <translation>переменная состояния и её начальное значение</translation>
    </message>
    <message>
        <source>a name for a formula</source>
        <translation>имя для формулы</translation>
    </message>
    <message>
        <source>the derivative of a state</source>
        <translation>производная состояния</translation>
    </message>
    <message>
        <source>one equation for each stream variable of a port, positive into the component</source>
        <translation>по одному уравнению на каждую потоковую переменную порта; положительна внутрь компонента</translation>
    </message>
    <message>
        <source>force F or moment M at a frame port; r, v and w can be read</source>
        <translation>сила F или момент M на порту frame; r, v и w можно читать</translation>
    </message>
    <message>
        <source>one equation for each output signal</source>
        <translation>по одному уравнению на каждый выходной сигнал</translation>
    </message>
    <message>
        <source>an additional result to plot</source>
        <translation>ещё одна величина для графиков</translation>
    </message>
    <message>
        <source>stored energy and power loss, for the energy ledger</source>
        <translation>запасённая энергия и мощность потерь, для баланса энергии</translation>
    </message>
    <message>
        <source>power is supplied from outside</source>
        <translation>мощность подводится извне</translation>
    </message>
    <message>
        <source>How to write equations</source>
        <translation>Как писать уравнения</translation>
    </message>
    <message>
        <source>One statement per line. Write numbers with their units; both sides of an equation must have the same unit.</source>
        <translation>Одно утверждение в строке. Числа пишутся с единицами; единицы обеих частей уравнения должны совпадать.</translation>
    </message>
</context>
<context>
    <name>EquationsPage</name>
    <message>
        <source>where</source>
        <translation>где</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>residual {amount}</source>
        <translation>невязка {amount}</translation>
    </message>
</context>
<context>
    <name>EquationsPanel</name>
    <message>
        <source>Equations of the selected component</source>
        <translation>Уравнения выделенного компонента</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Копировать как текст</translation>
    </message>
    <message>
        <source>Copy with values</source>
        <translation>Копировать со значениями</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Копировать как LaTeX</translation>
    </message>
    <message>
        <source>Copy equations</source>
        <translation>Скопировать уравнения</translation>
    </message>
    <message>
        <source>values not available: %1</source>
        <translation>значений нет: %1</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>в начале</translation>
    </message>
    <message>
        <source>at t = %1 s</source>
        <translation>при t = %1 с</translation>
    </message>
    <message>
        <source>Several components are selected. Select one to see its equations.</source>
        <translation>Выделено несколько компонентов. Выделите один, чтобы увидеть его уравнения.</translation>
    </message>
    <message>
        <source>The main sheet has no {kind}. Place one there to see its equations.</source>
        <translation>На главном листе нет компонентов вида {kind}. Поставьте там один, чтобы увидеть уравнения.</translation>
    </message>
    <message>
        <source>Select a component to see its equations with the values at the current time.</source>
        <translation>Выделите компонент, чтобы увидеть его уравнения со значениями в текущий момент.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Drawings can be exported as SVG, PDF or PNG. Change the extension of %1.</source>
        <translation>Чертёж экспортируется в SVG, PDF или PNG. Измените расширение файла %1.</translation>
    </message>
</context>
<context>
    <name>ExpressionForm</name>
    <message>
        <source>Formula in t, the time in seconds; the result is in {unit}</source>
        <translation>Формула от t, времени в секундах; результат в {unit}</translation>
    </message>
    <message>
        <source>Formula in t, the time in seconds</source>
        <translation>Формула от t, времени в секундах</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find by name, kind, value or port</source>
        <translation>Найти по имени, виду, значению или порту</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Найти</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>Предыдущее (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>Следующее (Enter)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Закрыть (Escape)</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>ничего не найдено</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>найден %n</numerusform>
            <numerusform>найдено %n</numerusform>
            <numerusform>найдено %n</numerusform>
        </translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} из {count}</translation>
    </message>
</context>
<context>
    <name>FormulaField</name>
    <message>
        <source>variables: {words}</source>
        <translation>переменные: {words}</translation>
    </message>
</context>
<context>
    <name>Gestures</name>
    <message>
        <source>Rotate {0}</source>
        <translation>Поворот: {0}</translation>
    </message>
    <message>
        <source>Flip {0}</source>
        <translation>Отражение: {0}</translation>
    </message>
    <message>
        <source>Align {0}</source>
        <translation>Выравнивание: {0}</translation>
    </message>
    <message>
        <source>Distribute {0}</source>
        <translation>Распределение: {0}</translation>
    </message>
    <message>
        <source>Move {0}</source>
        <translation>Перемещение: {0}</translation>
    </message>
    <message numerus="yes">
        <source>Select at least %n components first</source>
        <translation>
            <numerusform>Сначала выделите не менее %n компонента</numerusform>
            <numerusform>Сначала выделите не менее %n компонентов</numerusform>
            <numerusform>Сначала выделите не менее %n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>Добавление: {0}</translation>
    </message>
    <message>
        <source>Connect to {0}</source>
        <translation>Присоединить к {0}</translation>
    </message>
    <message>
        <source>Add {0} to {1}</source>
        <translation>Добавление {0} к {1}</translation>
    </message>
    <message>
        <source>Select one joint first</source>
        <translation>Сначала выделите один шарнир</translation>
    </message>
    <message>
        <source>Add drive to {0}</source>
        <translation>Добавление привода к {0}</translation>
    </message>
    <message>
        <source>Add damper to {0}</source>
        <translation>Добавление демпфера к {0}</translation>
    </message>
    <message>
        <source>Add spring to {0}</source>
        <translation>Добавление пружины к {0}</translation>
    </message>
    <message>
        <source>Add limits to {0}</source>
        <translation>Добавление упоров к {0}</translation>
    </message>
    <message>
        <source>Insert {0} into {1}</source>
        <translation>Вставка {0} в {1}</translation>
    </message>
    <message>
        <source>Cut {0}</source>
        <translation>Вырезание: {0}</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставка</translation>
    </message>
    <message>
        <source>Nothing to paste. Copy something first</source>
        <translation>Вставлять нечего. Сначала скопируйте что-нибудь</translation>
    </message>
    <message>
        <source>Duplicate {0}</source>
        <translation>Дублирование: {0}</translation>
    </message>
    <message>
        <source>Disconnect {0}</source>
        <translation>Отсоединение: {0}</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Edit values…</source>
        <translation>Изменить значения…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Change kind</source>
        <translation>Сменить вид</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>Повернуть</translation>
    </message>
    <message>
        <source>Flip horizontally</source>
        <translation>Отразить по горизонтали</translation>
    </message>
    <message>
        <source>Flip vertically</source>
        <translation>Отразить по вертикали</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>Выровнять</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Вырезать</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Включить</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Отключить</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Make subcircuit…</source>
        <translation>Собрать подсхему…</translation>
    </message>
    <message>
        <source>Dissolve subcircuit</source>
        <translation>Разобрать подсхему</translation>
    </message>
    <message>
        <source>Equations…</source>
        <translation>Уравнения…</translation>
    </message>
    <message>
        <source>Properties of {0}…</source>
        <translation>Свойства {0}…</translation>
    </message>
    <message>
        <source>All matching kinds…</source>
        <translation>Все подходящие…</translation>
    </message>
    <message>
        <source>+ Drive</source>
        <translation>+ Привод</translation>
    </message>
    <message>
        <source>+ Damper</source>
        <translation>+ Демпфер</translation>
    </message>
    <message>
        <source>+ Spring</source>
        <translation>+ Пружина</translation>
    </message>
    <message>
        <source>+ Limits</source>
        <translation>+ Упоры</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>По левому краю</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>По вертикальной оси</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>По правому краю</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>По верхнему краю</translation>
    </message>
    <message>
        <source>Middles</source>
        <translation>По горизонтальной оси</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>По нижнему краю</translation>
    </message>
    <message>
        <source>Distribute horizontally</source>
        <translation>Распределить по горизонтали</translation>
    </message>
    <message>
        <source>Distribute vertically</source>
        <translation>Распределить по вертикали</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>График</translation>
    </message>
    <message>
        <source>Delete junction and its links</source>
        <translation>Удалить точку соединения и её связи</translation>
    </message>
    <message>
        <source>Insert joint</source>
        <translation>Вставить шарнир</translation>
    </message>
    <message>
        <source>Straighten wire</source>
        <translation>Выпрямить связь</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>Изменить заметку</translation>
    </message>
    <message>
        <source>Place component…</source>
        <translation>Поставить компонент…</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Добавить заметку</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Выделить всё</translation>
    </message>
    <message>
        <source>Show scalar links</source>
        <translation>Показать скалярные связи</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n связь</numerusform>
            <numerusform>%n связи</numerusform>
            <numerusform>%n связей</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n заметка</numerusform>
            <numerusform>%n заметки</numerusform>
            <numerusform>%n заметок</numerusform>
        </translation>
    </message>
    <message>
        <source>note</source>
        <translation>заметка</translation>
    </message>
    <message>
        <source>junction</source>
        <translation>точка соединения</translation>
    </message>
    <message>
        <source>Connect {0}</source>
        <translation>Связь {0}</translation>
    </message>
    <message>
        <source>Reroute link {0}</source>
        <translation>Изгиб связи {0}</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>Удаление: {0}</translation>
    </message>
    <message>
        <source>Disable {0}</source>
        <translation>Отключение: {0}</translation>
    </message>
    <message>
        <source>Enable {0}</source>
        <translation>Включение: {0}</translation>
    </message>
    <message>
        <source>Select one component to change its kind</source>
        <translation>Выделите один компонент, чтобы сменить его вид</translation>
    </message>
    <message>
        <source>Change {0} to</source>
        <translation>Сменить вид {0} на</translation>
    </message>
    <message>
        <source>Change {0} to {1}</source>
        <translation>Замена {0} на {1}</translation>
    </message>
    <message>
        <source>{0} has no port for the link at {1}; the link was removed</source>
        <translation>У {0} нет порта для связи с {1}, поэтому эта связь удалена</translation>
    </message>
    <message>
        <source>Select one component to rename it</source>
        <translation>Выделите один компонент, чтобы переименовать его</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>Переименование {0} в {1}</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Удалить заметку</translation>
    </message>
    <message>
        <source>Resize note</source>
        <translation>Изменение ширины заметки</translation>
    </message>
    <message>
        <source>This kind is not installed, so the component cannot run.</source>
        <translation>Этот вид не установлен, поэтому компонент не может работать.</translation>
    </message>
    <message>
        <source>start</source>
        <translation>начало</translation>
    </message>
    <message>
        <source>disabled: excluded from runs</source>
        <translation>отключён: в прогонах не участвует</translation>
    </message>
    <message>
        <source>Not connected; a link is required.</source>
        <translation>Не соединён: его нужно соединить.</translation>
    </message>
    <message>
        <source>Not connected; nothing acts on it.</source>
        <translation>Не соединён: на него ничто не действует.</translation>
    </message>
    <message>
        <source>Not connected; held at zero, as the hatched symbol shows.</source>
        <translation>Не соединён: удерживается в нуле, как показывает знак со штриховкой.</translation>
    </message>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>A vector link between two bodies welds them.</source>
        <translation>Векторная связь между двумя телами жёстко их скрепляет.</translation>
    </message>
    <message>
        <source>Set {0}</source>
        <translation>Значение {0}</translation>
    </message>
    <message>
        <source>{0} has no values to edit here. See the inspector</source>
        <translation>У {0} нет основных значений. Все значения — в инспекторе</translation>
    </message>
    <message>
        <source>Straighten {0}</source>
        <translation>Выпрямление: {0}</translation>
    </message>
    <message>
        <source>Connect {0} to {1}</source>
        <translation>Связь {0} – {1}</translation>
    </message>
    <message>
        <source>Reconnect link {0}</source>
        <translation>Перенос конца связи {0}</translation>
    </message>
    <message>
        <source>Drop the end on a port or a wire</source>
        <translation>Отпустите конец на порту или на связи</translation>
    </message>
    <message>
        <source>start {0}</source>
        <translation>начало: {0}</translation>
    </message>
    <message>
        <source>or a formula in t, or “{0}”</source>
        <translation>или формула от t, или «{0}»</translation>
    </message>
    <message>
        <source>{0}: one value too many for the {1} law.</source>
        <translation>{0}: для закона «{1}» это лишнее число.</translation>
    </message>
    <message>
        <source>The {0} law also needs {1}.</source>
        <translation>Закону «{0}» нужно ещё {1}.</translation>
    </message>
    <message>
        <source>Example: {0}</source>
        <translation>Пример: {0}</translation>
    </message>
</context>
<context>
    <name>Glyphs</name>
    <message>
        <source>Plain box</source>
        <translation>Простая рамка</translation>
    </message>
    <message>
        <source>Motor</source>
        <translation>Двигатель</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Манипулятор</translation>
    </message>
    <message>
        <source>Gear</source>
        <translation>Передача</translation>
    </message>
    <message>
        <source>Spring</source>
        <translation>Пружина</translation>
    </message>
    <message>
        <source>Damper</source>
        <translation>Демпфер</translation>
    </message>
    <message>
        <source>Pump</source>
        <translation>Насос</translation>
    </message>
    <message>
        <source>Wave</source>
        <translation>Волна</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Кривая</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Сумма</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Ключ</translation>
    </message>
</context>
<context>
    <name>GridField</name>
    <message>
        <source>{label}: row {row}, column {column} is empty. Enter a number</source>
        <translation>{label}: в строке {row} столбец {column} пуст. Введите число</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Exclude from the circuit without deleting (Ctrl+/)</source>
        <translation>Исключить из схемы, не удаляя (Ctrl+/)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>The kind “{kind}” is not installed. The component keeps its values and links.</source>
        <translation>Вид «{kind}» не установлен. Значения и связи компонента сохраняются.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Свойства</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Исправить</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Отключить</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Включить</translation>
    </message>
</context>
<context>
    <name>HeaderSwitch</name>
    <message>
        <source>Disable</source>
        <translation>Откл.</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Command</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Draw a mechanism as a component circuit and run it.</source>
        <translation>Начертите механизм как компонентную цепь и запустите расчёт.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Соединить</translation>
    </message>
    <message>
        <source>drag from a port to another port or a wire</source>
        <translation>протянуть от порта к порту или связи</translation>
    </message>
    <message>
        <source>Add a matching component</source>
        <translation>Добавить подходящий компонент</translation>
    </message>
    <message>
        <source>drag from a port to empty space</source>
        <translation>протянуть от порта на пустое место</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Сдвинуть лист</translation>
    </message>
    <message>
        <source>drag with the middle button, or hold Space and drag</source>
        <translation>перетаскивание средней кнопкой или с пробелом</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Изменить масштаб</translation>
    </message>
    <message>
        <source>mouse wheel</source>
        <translation>колесо мыши</translation>
    </message>
    <message>
        <source>Select multiple</source>
        <translation>Выделить несколько</translation>
    </message>
    <message>
        <source>drag a rectangle; Shift adds to the selection</source>
        <translation>обвести рамкой; с Shift — добавить к выделению</translation>
    </message>
    <message>
        <source>Nudge</source>
        <translation>Подвинуть</translation>
    </message>
    <message>
        <source>arrow keys; Shift for large steps</source>
        <translation>стрелки; с Shift — большими шагами</translation>
    </message>
    <message>
        <source>Operate an input</source>
        <translation>Управлять органом ввода</translation>
    </message>
    <message>
        <source>drag its handle, or press Alt+Up or Alt+Down</source>
        <translation>тянуть за ручку или нажимать Alt+Вверх, Alt+Вниз</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>double-click empty space</source>
        <translation>двойной щелчок на пустом месте</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>The kind “{kind}” is not installed.</source>
        <translation>Вид «{kind}» не установлен.</translation>
    </message>
    <message>
        <source>must be connected</source>
        <translation>нужно соединить</translation>
    </message>
    <message>
        <source>may be left unconnected</source>
        <translation>можно не соединять</translation>
    </message>
    <message>
        <source>if unconnected: tied to the reference node</source>
        <translation>не соединён: связан с базовым узлом</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Laws</source>
        <translation>Законы</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Координаты</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Состояния</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Результаты</translation>
    </message>
</context>
<context>
    <name>HoverPopup</name>
    <message>
        <source>Plot</source>
        <translation>Показать на графике</translation>
    </message>
</context>
<context>
    <name>IconForm</name>
    <message>
        <source>Default symbol</source>
        <translation>Знак по умолчанию</translation>
    </message>
    <message>
        <source>Custom strokes</source>
        <translation>Свои линии</translation>
    </message>
    <message>
        <source>Strokes</source>
        <translation>Линии</translation>
    </message>
    <message>
        <source>One stroke per line: a role (line, thin, dash, solid, letter) and SVG path data, ten units per grid step. If the strokes include a face or leads (face, frame, lead:a), they form the whole symbol; otherwise they are drawn inside the box.</source>
        <translation>По одной линии в строке: роль (line, thin, dash, solid, letter) и контур, как в SVG, десять единиц на шаг сетки. Если среди линий есть рамка или выводы (face, frame, lead:a), они образуют весь знак; иначе они рисуются внутри рамки.</translation>
    </message>
</context>
<context>
    <name>InInstance</name>
    <message>
        <source>in {instance}: {value}</source>
        <translation>в {instance}: {value}</translation>
    </message>
</context>
<context>
    <name>InertiaField</name>
    <message>
        <source>Products of inertia</source>
        <translation>Центробежные моменты инерции</translation>
    </message>
    <message>
        <source>Add Jxy, Jxz, Jyz</source>
        <translation>Добавить Jxy, Jxz, Jyz</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>at least {value}</source>
        <translation>не меньше {value}</translation>
    </message>
    <message>
        <source>above {value}</source>
        <translation>больше {value}</translation>
    </message>
    <message>
        <source>at most {value}</source>
        <translation>не больше {value}</translation>
    </message>
    <message>
        <source> and </source>
        <translation> и </translation>
    </message>
    <message>
        <source>default {value}</source>
        <translation>по умолчанию {value}</translation>
    </message>
    <message>
        <source>Notes: {count}</source>
        <translation>Заметок: {count}</translation>
    </message>
</context>
<context>
    <name>KindList</name>
    <message>
        <source>Search: {examples} …</source>
        <translation>Поиск: {examples} …</translation>
    </message>
    <message>
        <source>No matching component fits here.</source>
        <translation>Подходящих компонентов не найдено.</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>This file</source>
        <translation>Этот файл</translation>
    </message>
    <message>
        <source>this file</source>
        <translation>этот файл</translation>
    </message>
    <message>
        <source>My library</source>
        <translation>Моя библиотека</translation>
    </message>
    <message>
        <source>my library</source>
        <translation>моя библиотека</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>Тела</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Шарниры</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Источники</translation>
    </message>
    <message>
        <source>Manual inputs</source>
        <translation>Ручной ввод</translation>
    </message>
    <message>
        <source>Dynamics</source>
        <translation>Динамика</translation>
    </message>
    <message>
        <source>Meters</source>
        <translation>Измерители</translation>
    </message>
    <message>
        <source>Electrical</source>
        <translation>Электрика</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Приводы</translation>
    </message>
    <message>
        <source>Hydraulic</source>
        <translation>Гидравлика</translation>
    </message>
    <message>
        <source>Thermal</source>
        <translation>Тепло</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Датчики</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Сигналы</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Управление</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>Дискретные</translation>
    </message>
    <message>
        <source>Logic</source>
        <translation>Логика</translation>
    </message>
    <message>
        <source>Subcircuit ports</source>
        <translation>Порты подсхемы</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Прочее</translation>
    </message>
    <message>
        <source>points</source>
        <translation>точки</translation>
    </message>
    <message>
        <source>shafts</source>
        <translation>валы</translation>
    </message>
    <message>
        <source>sliders</source>
        <translation>ползуны</translation>
    </message>
    <message>
        <source>between points</source>
        <translation>между точками</translation>
    </message>
    <message>
        <source>passive</source>
        <translation>пассивные</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>источники</translation>
    </message>
    <message>
        <source>switches and semiconductors</source>
        <translation>ключи, диоды</translation>
    </message>
    <message>
        <source>meters</source>
        <translation>измерители</translation>
    </message>
    <message>
        <source>supply</source>
        <translation>питание</translation>
    </message>
    <message>
        <source>actuators</source>
        <translation>гидродвигатели</translation>
    </message>
    <message>
        <source>valves and lines</source>
        <translation>клапаны и линии</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>арифметика</translation>
    </message>
    <message>
        <source>dynamic</source>
        <translation>динамические</translation>
    </message>
    <message>
        <source>nonlinear</source>
        <translation>нелинейные</translation>
    </message>
    <message>
        <source>bundles</source>
        <translation>пучки</translation>
    </message>
</context>
<context>
    <name>LawField</name>
    <message>
        <source>Constant</source>
        <translation>Постоянная</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Скачок</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>Линейное нарастание</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>Синус</translation>
    </message>
    <message>
        <source>Cycloid</source>
        <translation>Циклоида</translation>
    </message>
    <message>
        <source>Pulse</source>
        <translation>Импульсы</translation>
    </message>
    <message>
        <source>Square wave</source>
        <translation>Меандр</translation>
    </message>
    <message>
        <source>Sawtooth</source>
        <translation>Пила</translation>
    </message>
    <message>
        <source>Trapezoid</source>
        <translation>Трапеция</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>Многочлен</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Таблица</translation>
    </message>
    <message>
        <source>Formula in t</source>
        <translation>Формула от t</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>разные</translation>
    </message>
    <message>
        <source>time</source>
        <translation>время</translation>
    </message>
    <message>
        <source>start</source>
        <translation>начало</translation>
    </message>
    <message>
        <source>before</source>
        <translation>до</translation>
    </message>
    <message>
        <source>after</source>
        <translation>после</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>амплитуда</translation>
    </message>
    <message>
        <source>frequency</source>
        <translation>частота</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>фаза</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>смещение</translation>
    </message>
    <message>
        <source>high</source>
        <translation>верхнее</translation>
    </message>
    <message>
        <source>low</source>
        <translation>нижнее</translation>
    </message>
    <message>
        <source>period</source>
        <translation>период</translation>
    </message>
    <message>
        <source>duty</source>
        <translation>заполнение</translation>
    </message>
    <message>
        <source>rise</source>
        <translation>нарастание</translation>
    </message>
    <message>
        <source>width</source>
        <translation>вершина</translation>
    </message>
    <message>
        <source>fall</source>
        <translation>спад</translation>
    </message>
    <message>
        <source>time of the step</source>
        <translation>момент скачка</translation>
    </message>
    <message>
        <source>duration of the change</source>
        <translation>длительность изменения</translation>
    </message>
    <message>
        <source>start of the change</source>
        <translation>начало изменения</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>{energy} {nature}</source>
        <translation>{nature} {energy}</translation>
    </message>
    <message>
        <source>{heat} heat</source>
        <translation>{heat} в тепло</translation>
    </message>
    <message>
        <source>{energy} stored</source>
        <translation>{energy} запасено</translation>
    </message>
    <message>
        <source>Supplied</source>
        <translation>Подведено</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Запасено</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Потери</translation>
    </message>
    <message>
        <source>Transferred</source>
        <translation>Передано</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Компонент</translation>
    </message>
    <message>
        <source>Energy supplied from outside by sources and moving bases</source>
        <translation>Энергия, поступившая извне: от источников и подвижных оснований</translation>
    </message>
    <message>
        <source>Change in stored energy since the start: kinetic, potential, elastic</source>
        <translation>Изменение запасённой энергии с начала: кинетической, потенциальной, упругой</translation>
    </message>
    <message>
        <source>Energy converted to heat</source>
        <translation>Энергия, перешедшая в тепло</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>Невязка</translation>
    </message>
    <message>
        <source>Imbalance: received − stored − lost</source>
        <translation>Невязка баланса: получено − запасено − потери</translation>
    </message>
</context>
<context>
    <name>LedgerFooter</name>
    <message>
        <source>Copy or export the table</source>
        <translation>Скопировать или экспортировать таблицу</translation>
    </message>
    <message>
        <source>supplied %1</source>
        <translation>подведено %1</translation>
    </message>
    <message>
        <source>stored %1</source>
        <translation>запасено %1</translation>
    </message>
    <message>
        <source>lost %1</source>
        <translation>потери %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>до %1</translation>
    </message>
    <message>
        <source>The energy balance closes to within %1 of the energy transferred.</source>
        <translation>Баланс энергии сходится с точностью до %1 от переданной энергии.</translation>
    </message>
    <message>
        <source>The energy balance closes.</source>
        <translation>Баланс энергии сходится.</translation>
    </message>
    <message>
        <source>The energy balance is off by %1 of the energy transferred. Try a smaller relative tolerance.</source>
        <translation>Баланс энергии расходится на %1 от переданной энергии. Попробуйте уменьшить допустимую относительную погрешность.</translation>
    </message>
</context>
<context>
    <name>LedgerPanel</name>
    <message>
        <source>Energy of each component</source>
        <translation>Энергия каждого компонента</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Экспортировать как CSV…</translation>
    </message>
    <message>
        <source>Run the circuit to see where its energy comes from, where it is stored and where it is lost.</source>
        <translation>Запустите схему, чтобы увидеть, откуда берётся её энергия, где запасается и где теряется.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Легенда</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>mixed</source>
        <translation>разные</translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Junctions</source>
        <translation>Точки соединения</translation>
    </message>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>Vector link, class P{power}: {motions}</source>
        <translation>Векторная связь, класс P{power}: {motions}</translation>
    </message>
    <message>
        <source>Unknown domain</source>
        <translation>Вид связи неизвестен</translation>
    </message>
    <message>
        <source>Select {name}</source>
        <translation>Выделить {name}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>no contact</source>
        <translation>нет контакта</translation>
    </message>
    <message>
        <source>holding {0}</source>
        <translation>держит {0}</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>замкнут</translation>
    </message>
    <message>
        <source>open</source>
        <translation>разомкнут</translation>
    </message>
    <message>
        <source>driving forward</source>
        <translation>ведёт вперёд</translation>
    </message>
    <message>
        <source>back-driven</source>
        <translation>ведётся назад</translation>
    </message>
    <message>
        <source>sticking</source>
        <translation>сцеплён</translation>
    </message>
    <message>
        <source>slipping</source>
        <translation>скользит</translation>
    </message>
    <message>
        <source>slipping forward</source>
        <translation>скользит вперёд</translation>
    </message>
    <message>
        <source>slipping backward</source>
        <translation>скользит назад</translation>
    </message>
    <message>
        <source>at the lower stop</source>
        <translation>на нижнем упоре</translation>
    </message>
    <message>
        <source>at the upper stop</source>
        <translation>на верхнем упоре</translation>
    </message>
    <message>
        <source>at the lower limit</source>
        <translation>на нижней границе</translation>
    </message>
    <message>
        <source>at the upper limit</source>
        <translation>на верхней границе</translation>
    </message>
    <message>
        <source>within the limits</source>
        <translation>в пределах границ</translation>
    </message>
    <message>
        <source>taut</source>
        <translation>натянут</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>провис</translation>
    </message>
    <message>
        <source>will restart</source>
        <translation>запустится заново</translation>
    </message>
    <message>
        <source>{0} into {1}</source>
        <translation>{0} в {1}</translation>
    </message>
    <message>
        <source>power into {0}</source>
        <translation>мощность в {0}</translation>
    </message>
    <message>
        <source>position</source>
        <translation>положение</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>скорость</translation>
    </message>
    <message>
        <source>angular velocity</source>
        <translation>угловая скорость</translation>
    </message>
    <message>
        <source>force</source>
        <translation>сила</translation>
    </message>
    <message>
        <source>moment</source>
        <translation>момент</translation>
    </message>
    <message>
        <source>power out</source>
        <translation>отдаёт мощность</translation>
    </message>
    <message>
        <source>power in</source>
        <translation>получает мощность</translation>
    </message>
    <message>
        <source>velocity of {0}</source>
        <translation>скорость: {0}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Original circuit</source>
        <translation>Исходная схема</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Компоненты</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Механизм</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Графики</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Замечания</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Энергия</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>Уравнения</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Топология</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Недавних файлов нет</translation>
    </message>
</context>
<context>
    <name>MemoryDialog</name>
    <message>
        <source>Memory limit</source>
        <translation>Предел памяти</translation>
    </message>
    <message>
        <source>Most memory that the simulation may use, in GB:</source>
        <translation>Сколько памяти может занять расчёт, ГБ:</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Problems</source>
        <translation>Замечания</translation>
    </message>
    <message>
        <source>Line {line}: {text}</source>
        <translation>Строка {line}: {text}</translation>
    </message>
</context>
<context>
    <name>MotionDialog</name>
    <message>
        <source>Save animation</source>
        <translation>Сохранить анимацию</translation>
    </message>
    <message>
        <source> fps</source>
        <translation> кадр/с</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>реальное время</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От</translation>
    </message>
    <message>
        <source>To</source>
        <translation>До</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>Frame rate</source>
        <translation>Частота кадров</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>The end must be after the start.</source>
        <translation>Конец должен быть позже начала.</translation>
    </message>
    <message>
        <source>{0} frames, {1} s.</source>
        <translation>Кадров: {0}, длительность {1} с.</translation>
    </message>
    <message>
        <source>This file will be large. Reduce the frame rate or the duration.</source>
        <translation>Файл получится большим. Уменьшите частоту кадров или длительность.</translation>
    </message>
</context>
<context>
    <name>MotionExport</name>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Creating %1</source>
        <translation>Создаётся %1</translation>
    </message>
    <message>
        <source>Save animation</source>
        <translation>Сохранить анимацию</translation>
    </message>
    <message>
        <source>Could not save the animation</source>
        <translation>Не удалось сохранить анимацию</translation>
    </message>
</context>
<context>
    <name>MotionView</name>
    <message>
        <source>t = {0} … {1} s</source>
        <translation>t = {0} … {1} с</translation>
    </message>
    <message>
        <source>Move {0} in space</source>
        <translation>Перемещение {0} в пространстве</translation>
    </message>
    <message>
        <source>Save image…</source>
        <translation>Сохранить изображение…</translation>
    </message>
    <message>
        <source>Save animation…</source>
        <translation>Сохранить анимацию…</translation>
    </message>
    <message>
        <source>Show trail of {0}</source>
        <translation>Показать след: {0}</translation>
    </message>
    <message>
        <source>Show force at {0}</source>
        <translation>Показать силу: {0}</translation>
    </message>
    <message>
        <source>Forces at all joints</source>
        <translation>Силы во всех шарнирах</translation>
    </message>
    <message>
        <source>Centre of mass</source>
        <translation>Центр масс</translation>
    </message>
    <message>
        <source>Trail of the centre of mass</source>
        <translation>След центра масс</translation>
    </message>
    <message>
        <source>Hide all trails</source>
        <translation>Скрыть все следы</translation>
    </message>
    <message>
        <source>Hide all selected forces</source>
        <translation>Скрыть все выбранные силы</translation>
    </message>
    <message>
        <source>Zoom to fit (F)</source>
        <translation>Показать целиком (F)</translation>
    </message>
    <message>
        <source>Mechanism view</source>
        <translation>Вид механизма</translation>
    </message>
    <message>
        <source>the loop at {0} has a gap of {1}</source>
        <translation>контур у {0} не замкнут: зазор {1}</translation>
    </message>
    <message>
        <source>grid {0}</source>
        <translation>сетка {0}</translation>
    </message>
    <message>
        <source>in {0}: {1}</source>
        <translation>в осях {0}: {1}</translation>
    </message>
    <message>
        <source>in global axes: {0}</source>
        <translation>в глобальных осях: {0}</translation>
    </message>
    <message>
        <source>{0} is not connected to a base. Connect it to position it</source>
        <translation>{0} не связан с основанием. Соедините его, чтобы задать положение</translation>
    </message>
    <message>
        <source>{0} cannot move that way</source>
        <translation>так {0} сдвинуться не может</translation>
    </message>
    <message>
        <source>View not updated while editing: too many components</source>
        <translation>Вид не обновляется при правке: слишком много компонентов</translation>
    </message>
    <message>
        <source>No mechanism to show</source>
        <translation>Механизма нет</translation>
    </message>
    <message>
        <source>zero pose</source>
        <translation>нулевое положение</translation>
    </message>
    <message>
        <source>t = {0} s</source>
        <translation>t = {0} с</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Note on the sheet</source>
        <translation>Заметка на листе</translation>
    </message>
    <message>
        <source>Ctrl+Enter: save · Escape: cancel</source>
        <translation>Ctrl+Enter — сохранить · Escape — отменить</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>{0}: all coordinates</source>
        <translation>{0}: все координаты</translation>
    </message>
    <message>
        <source>{0}: all component variables</source>
        <translation>{0}: все собственные переменные</translation>
    </message>
    <message>
        <source>position r</source>
        <translation>положение r</translation>
    </message>
    <message>
        <source>velocity v</source>
        <translation>скорость v</translation>
    </message>
    <message>
        <source>angular velocity ω</source>
        <translation>угловая скорость ω</translation>
    </message>
    <message>
        <source>acceleration a</source>
        <translation>ускорение a</translation>
    </message>
    <message>
        <source>angular acceleration</source>
        <translation>угловое ускорение</translation>
    </message>
    <message>
        <source>force F</source>
        <translation>сила F</translation>
    </message>
    <message>
        <source>moment M</source>
        <translation>момент M</translation>
    </message>
</context>
<context>
    <name>Orientation</name>
    <message>
        <source>Fixed axes</source>
        <translation>Неподвижные оси</translation>
    </message>
    <message>
        <source>Carried axes</source>
        <translation>Подвижные оси</translation>
    </message>
    <message>
        <source>Fixed axes: each rotation is about an axis at rest. Carried axes: about one turned before</source>
        <translation>Неподвижные оси: каждый поворот — вокруг неподвижной оси. Подвижные оси: вокруг оси, повёрнутой предыдущими поворотами</translation>
    </message>
    <message>
        <source>Axes of the first, second and third rotation</source>
        <translation>Оси первого, второго и третьего поворота</translation>
    </message>
</context>
<context>
    <name>PaletteMenu</name>
    <message>
        <source>Place</source>
        <translation>Поставить</translation>
    </message>
    <message>
        <source>Remove from my library…</source>
        <translation>Удалить из моей библиотеки…</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>New component from equations…</source>
        <translation>Новый компонент из уравнений…</translation>
    </message>
    <message>
        <source>Reload library</source>
        <translation>Перечитать библиотеку</translation>
    </message>
    <message>
        <source>Open library folder</source>
        <translation>Открыть папку библиотеки</translation>
    </message>
    <message>
        <source>Open sheet</source>
        <translation>Открыть лист</translation>
    </message>
    <message>
        <source>Equations…</source>
        <translation>Уравнения…</translation>
    </message>
    <message>
        <source>Properties…</source>
        <translation>Свойства…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Переименовать…</translation>
    </message>
    <message>
        <source>Remove from file</source>
        <translation>Удалить из файла</translation>
    </message>
    <message>
        <source>Save to my library</source>
        <translation>Сохранить в моей библиотеке</translation>
    </message>
    <message>
        <source>Update from the library</source>
        <translation>Обновить из библиотеки</translation>
    </message>
</context>
<context>
    <name>PalettePanel</name>
    <message>
        <source>Search components</source>
        <translation>Поиск компонентов</translation>
    </message>
    <message>
        <source>No matching components.</source>
        <translation>Компоненты не найдены.</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Компоненты</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>Недавние</translation>
    </message>
    <message>
        <source>update</source>
        <translation>обновить</translation>
    </message>
    <message>
        <source>open</source>
        <translation>открыт</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>не используется</translation>
    </message>
</context>
<context>
    <name>ParameterForm</name>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Make it a parameter of {kind}</source>
        <translation>Сделать параметром {kind}</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>Set {parameter} of {name}</source>
        <translation>Значение {parameter}: {name}</translation>
    </message>
    <message>
        <source>Make {parameter} of {name} a parameter</source>
        <translation>{parameter} компонента {name} становится параметром</translation>
    </message>
    <message>
        <source>Add point {point}</source>
        <translation>Добавление точки {point}</translation>
    </message>
    <message>
        <source>Rename point {old} to {new}</source>
        <translation>Переименование точки {old} в {new}</translation>
    </message>
    <message>
        <source>Delete point {point}</source>
        <translation>Удаление точки {point}</translation>
    </message>
</context>
<context>
    <name>ParametersForm</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>По умолчанию</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Единица</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Справка</translation>
    </message>
    <message>
        <source>&amp;Add parameter</source>
        <translation>&amp;Добавить параметр</translation>
    </message>
    <message>
        <source>No parameters. Add one and use its name in values on the sheet, or choose “Make it a parameter” there.</source>
        <translation>Параметров нет. Добавьте параметр и используйте его имя в значениях на листе или выберите там «Сделать параметром».</translation>
    </message>
    <message>
        <source>Can be set for each component of this kind</source>
        <translation>Его можно задать у каждого компонента этого вида</translation>
    </message>
    <message>
        <source>Parameters of {name}</source>
        <translation>Параметры {name}</translation>
    </message>
    <message>
        <source>Parameter {name}</source>
        <translation>Параметр {name}</translation>
    </message>
    <message>
        <source>Add parameter</source>
        <translation>Добавить параметр</translation>
    </message>
</context>
<context>
    <name>PlotExport</name>
    <message>
        <source>plots</source>
        <translation>графики</translation>
    </message>
    <message>
        <source>Could not save the plots</source>
        <translation>Не удалось сохранить графики</translation>
    </message>
    <message>
        <source>time, s</source>
        <translation>время, s</translation>
    </message>
    <message>
        <source>No run to save yet. Press Run (F5) first.</source>
        <translation>Прогона пока нет. Сначала нажмите «Запустить» (F5).</translation>
    </message>
</context>
<context>
    <name>PlotLayout</name>
    <message>
        <source>Add curve</source>
        <translation>Добавление кривой</translation>
    </message>
    <message>
        <source>Add plot</source>
        <translation>Добавление графика</translation>
    </message>
    <message>
        <source>Remove curve</source>
        <translation>Удаление кривой</translation>
    </message>
    <message>
        <source>Move curve</source>
        <translation>Перенос кривой</translation>
    </message>
    <message>
        <source>Remove plot</source>
        <translation>Удаление графика</translation>
    </message>
    <message>
        <source>Move plot</source>
        <translation>Перенос графика</translation>
    </message>
    <message>
        <source>Set plot title</source>
        <translation>Название графика</translation>
    </message>
    <message>
        <source>Equal scales</source>
        <translation>Равные масштабы</translation>
    </message>
    <message>
        <source>Plot all coordinates</source>
        <translation>Графики всех координат</translation>
    </message>
    <message>
        <source>Plot joint coordinates</source>
        <translation>Графики координат шарниров</translation>
    </message>
</context>
<context>
    <name>PlotMenus</name>
    <message>
        <source>Curves in this plot</source>
        <translation>Кривые этого графика</translation>
    </message>
    <message>
        <source>Curves for a new plot</source>
        <translation>Кривые нового графика</translation>
    </message>
    <message>
        <source>X axis: {0}. Choose the Y axis</source>
        <translation>Ось X: {0}. Выберите ось Y</translation>
    </message>
    <message>
        <source>X–Y plot: choose the X axis</source>
        <translation>График X–Y: выберите ось X</translation>
    </message>
    <message>
        <source>Plot against time…</source>
        <translation>Кривые во времени…</translation>
    </message>
    <message>
        <source>X–Y plot…</source>
        <translation>График X–Y…</translation>
    </message>
    <message>
        <source>Phase plot</source>
        <translation>Фазовый портрет</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Спектр</translation>
    </message>
    <message>
        <source>Show joint coordinates instead</source>
        <translation>Показать вместо этого координаты шарниров</translation>
    </message>
    <message>
        <source>Add curves…</source>
        <translation>Добавить кривые…</translation>
    </message>
    <message>
        <source>Title…</source>
        <translation>Название…</translation>
    </message>
    <message>
        <source>Equal scales</source>
        <translation>Равные масштабы</translation>
    </message>
    <message>
        <source>Spectrum of these curves</source>
        <translation>Спектр этих кривых</translation>
    </message>
    <message>
        <source>X–Y plot against</source>
        <translation>График X–Y в зависимости от</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Показать целиком</translation>
    </message>
    <message>
        <source>Remove second cursor</source>
        <translation>Убрать второй курсор</translation>
    </message>
    <message>
        <source>Save plot as</source>
        <translation>Сохранить график как</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Выше</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Ниже</translation>
    </message>
    <message>
        <source>Remove plot</source>
        <translation>Удалить график</translation>
    </message>
    <message>
        <source>Image (PNG)…</source>
        <translation>Изображение (PNG)…</translation>
    </message>
    <message>
        <source>Image (SVG)…</source>
        <translation>Изображение (SVG)…</translation>
    </message>
    <message>
        <source>Table (CSV)…</source>
        <translation>Таблица (CSV)…</translation>
    </message>
    <message>
        <source>Plot title</source>
        <translation>Название графика</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
</context>
<context>
    <name>PlotNotices</name>
    <message>
        <source>predates your last change</source>
        <translation>до последней правки</translation>
    </message>
</context>
<context>
    <name>PlotPanel</name>
    <message>
        <source>This circuit has no joint coordinates to plot. &lt;a href="add"&gt;Choose variables&lt;/a&gt;</source>
        <translation>В этой схеме нет координат шарниров. &lt;a href="add"&gt;Выберите переменные&lt;/a&gt;</translation>
    </message>
    <message>
        <source>No plots. &lt;a href="add"&gt;Choose variables&lt;/a&gt; or &lt;a href="auto"&gt;show the joint coordinates&lt;/a&gt;</source>
        <translation>Графиков нет. &lt;a href="add"&gt;Выберите переменные&lt;/a&gt; или &lt;a href="auto"&gt;покажите координаты шарниров&lt;/a&gt;</translation>
    </message>
    <message>
        <source>Press Run (F5) to see %1</source>
        <translation>Нажмите «Запустить» (F5), чтобы увидеть %1</translation>
    </message>
    <message>
        <source>Press Run (F5) to see the joint coordinates</source>
        <translation>Нажмите «Запустить» (F5), чтобы увидеть координаты шарниров</translation>
    </message>
    <message>
        <source>View paused at {0}</source>
        <translation>Показ приостановлен на {0}</translation>
    </message>
</context>
<context>
    <name>PlotTools</name>
    <message>
        <source>Add plot</source>
        <translation>Добавить график</translation>
    </message>
    <message>
        <source>Zoom to fit (double-click a plot)</source>
        <translation>Показать целиком (двойной щелчок на графике)</translation>
    </message>
    <message>
        <source>Pause the view; the run continues</source>
        <translation>Приостановить показ; прогон продолжается</translation>
    </message>
    <message>
        <source>Second cursor for differences (Shift+click a plot)</source>
        <translation>Второй курсор, для разностей (Shift+щелчок на графике)</translation>
    </message>
    <message>
        <source>Compare with earlier runs and tables</source>
        <translation>Сравнить с прежними прогонами и таблицами</translation>
    </message>
    <message>
        <source>Save the plots as an image or a table</source>
        <translation>Сохранить графики как изображение или таблицу</translation>
    </message>
</context>
<context>
    <name>PlotView</name>
    <message>
        <source>Drag to pan the axis, scroll to zoom, double-click to fit</source>
        <translation>Перетаскивание сдвигает ось, колесо меняет масштаб, двойной щелчок показывает всё</translation>
    </message>
</context>
<context>
    <name>PlotWidget</name>
    <message>
        <source>Add a curve to this plot</source>
        <translation>Добавить кривую на этот график</translation>
    </message>
    <message>
        <source>More plot options</source>
        <translation>Другие действия с графиком</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>График</translation>
    </message>
    <message>
        <source>Click to hide or show this curve. Double-click to show it alone. Drag it to another plot</source>
        <translation>Щелчок — скрыть или показать. Двойной щелчок — только эта кривая. Перетащить — на другой график</translation>
    </message>
    <message numerus="yes">
        <source>%n more …</source>
        <translation>
            <numerusform>ещё %n …</numerusform>
            <numerusform>ещё %n …</numerusform>
            <numerusform>ещё %n …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>frequency</source>
        <translation>частота</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>амплитуда</translation>
    </message>
    <message>
        <source>time</source>
        <translation>время</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>угол</translation>
    </message>
    <message>
        <source>angular velocity</source>
        <translation>угловая скорость</translation>
    </message>
    <message>
        <source>angular acceleration</source>
        <translation>угловое ускорение</translation>
    </message>
    <message>
        <source>length</source>
        <translation>длина</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>скорость</translation>
    </message>
    <message>
        <source>acceleration</source>
        <translation>ускорение</translation>
    </message>
    <message>
        <source>force</source>
        <translation>сила</translation>
    </message>
    <message>
        <source>torque</source>
        <translation>момент</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>энергия</translation>
    </message>
    <message>
        <source>power</source>
        <translation>мощность</translation>
    </message>
    <message>
        <source>pressure</source>
        <translation>давление</translation>
    </message>
    <message>
        <source>voltage</source>
        <translation>напряжение</translation>
    </message>
    <message>
        <source>current</source>
        <translation>ток</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>температура</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>поворот</translation>
    </message>
</context>
<context>
    <name>PointsField</name>
    <message>
        <source>Name of the point and its port</source>
        <translation>Имя точки и её порта</translation>
    </message>
    <message>
        <source>Set orientation or delete</source>
        <translation>Ориентация и удаление</translation>
    </message>
    <message>
        <source>point</source>
        <translation>точка</translation>
    </message>
    <message>
        <source>Rotations from the axes of the body, in degrees</source>
        <translation>Повороты относительно осей тела, в градусах</translation>
    </message>
    <message>
        <source>Set orientation</source>
        <translation>Задать ориентацию</translation>
    </message>
    <message>
        <source>Delete point {name}</source>
        <translation>Удалить точку {name}</translation>
    </message>
    <message>
        <source>Add point</source>
        <translation>Добавить точку</translation>
    </message>
    <message>
        <source>The body already has a built-in point {name}. Choose another name</source>
        <translation>У тела уже есть встроенная точка {name}. Выберите другое имя</translation>
    </message>
    <message>
        <source>“{name}” is not a valid point name. Point 1 is the origin; use 2, 3, … or a word</source>
        <translation>«{name}» — недопустимое имя точки. Точка 1 — начало; возьмите 2, 3, … или слово</translation>
    </message>
    <message>
        <source>Point “{name}” already exists. Choose another name</source>
        <translation>Точка «{name}» уже есть. Выберите другое имя</translation>
    </message>
</context>
<context>
    <name>PolynomialForm</name>
    <message>
        <source>Add coefficient</source>
        <translation>Добавить коэффициент</translation>
    </message>
    <message>
        <source>Remove last coefficient</source>
        <translation>Убрать последний коэффициент</translation>
    </message>
</context>
<context>
    <name>PortsForm</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Вид связи</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Сторона</translation>
    </message>
    <message>
        <source>&amp;Add port</source>
        <translation>&amp;Добавить порт</translation>
    </message>
    <message>
        <source>No ports. Add one, or place one on the sheet.</source>
        <translation>Портов нет. Добавьте порт или поставьте его на лист.</translation>
    </message>
    <message>
        <source>left</source>
        <translation>слева</translation>
    </message>
    <message>
        <source>right</source>
        <translation>справа</translation>
    </message>
    <message>
        <source>top</source>
        <translation>сверху</translation>
    </message>
    <message>
        <source>bottom</source>
        <translation>снизу</translation>
    </message>
    <message>
        <source>Name of port {port}</source>
        <translation>Имя порта {port}</translation>
    </message>
    <message>
        <source>Side of port {port}</source>
        <translation>Сторона порта {port}</translation>
    </message>
    <message>
        <source>Move up or left (Alt+Up)</source>
        <translation>Выше или левее (Alt+Вверх)</translation>
    </message>
    <message>
        <source>Move down or right (Alt+Down)</source>
        <translation>Ниже или правее (Alt+Вниз)</translation>
    </message>
    <message>
        <source>Remove this port (Alt+Delete)</source>
        <translation>Удалить этот порт (Alt+Delete)</translation>
    </message>
    <message>
        <source>Rename port {old} to {new}</source>
        <translation>Переименование порта {old} в {new}</translation>
    </message>
    <message>
        <source>Move port {port}</source>
        <translation>Перенос порта {port}</translation>
    </message>
    <message>
        <source>Add port</source>
        <translation>Добавить порт</translation>
    </message>
    <message>
        <source>Its links will also be removed: {ends}.</source>
        <translation>Связи этого порта тоже будут удалены: {ends}.</translation>
    </message>
    <message>
        <source>Remove port {port} from {name}</source>
        <translation>Удаление порта {port} у {name}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Remove port {port}</source>
        <translation>Удаление порта {port}</translation>
    </message>
</context>
<context>
    <name>ProblemsPanel</name>
    <message>
        <source>1 error</source>
        <translation>1 ошибка</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n ошибка</numerusform>
            <numerusform>%n ошибки</numerusform>
            <numerusform>%n ошибок</numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 предупреждение</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n предупреждение</numerusform>
            <numerusform>%n предупреждения</numerusform>
            <numerusform>%n предупреждений</numerusform>
        </translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 примечание</translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n примечание</numerusform>
            <numerusform>%n примечания</numerusform>
            <numerusform>%n примечаний</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>first %n shown</source>
        <translation>
            <numerusform>показано первое %n</numerusform>
            <numerusform>показаны первые %n</numerusform>
            <numerusform>показаны первые %n</numerusform>
        </translation>
    </message>
    <message>
        <source>1 body</source>
        <translation>1 тело</translation>
    </message>
    <message numerus="yes">
        <source>%n bodies</source>
        <translation>
            <numerusform>%n тело</numerusform>
            <numerusform>%n тела</numerusform>
            <numerusform>%n тел</numerusform>
        </translation>
    </message>
    <message>
        <source>no bodies</source>
        <translation>тел нет</translation>
    </message>
    <message>
        <source>No problems so far: {what}. Running the full check…</source>
        <translation>Пока замечаний нет: {what}. Выполняется полная проверка…</translation>
    </message>
    <message>
        <source>1 degree of freedom</source>
        <translation>1 степень свободы</translation>
    </message>
    <message numerus="yes">
        <source>%n degrees of freedom</source>
        <translation>
            <numerusform>%n степень свободы</numerusform>
            <numerusform>%n степени свободы</numerusform>
            <numerusform>%n степеней свободы</numerusform>
        </translation>
    </message>
    <message>
        <source>no degrees of freedom</source>
        <translation>степеней свободы нет</translation>
    </message>
    <message>
        <source>Ready to run: {what}</source>
        <translation>Можно запускать: {what}</translation>
    </message>
    <message>
        <source>1 component</source>
        <translation>1 компонент</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>1 state</source>
        <translation>1 состояние</translation>
    </message>
    <message numerus="yes">
        <source>%n states</source>
        <translation>
            <numerusform>%n состояние</numerusform>
            <numerusform>%n состояния</numerusform>
            <numerusform>%n состояний</numerusform>
        </translation>
    </message>
    <message>
        <source>no states</source>
        <translation>состояний нет</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Internal error: %1. A recovery copy of your work has been saved.</source>
        <translation>Внутренняя ошибка: %1. Копия вашей работы сохранена для восстановления.</translation>
    </message>
</context>
<context>
    <name>PropertiesDialog</name>
    <message>
        <source>Components are named with this prefix and a number</source>
        <translation>Имена компонентов составляются из префикса и номера</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>Prefi&amp;x</source>
        <translation>Пре&amp;фикс</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;Parameters</source>
        <translation>&amp;Параметры</translation>
    </message>
    <message>
        <source>P&amp;orts</source>
        <translation>П&amp;орты</translation>
    </message>
    <message>
        <source>&amp;Symbol</source>
        <translation>Ус&amp;ловный знак</translation>
    </message>
    <message>
        <source>Op&amp;en sheet</source>
        <translation>О&amp;ткрыть лист</translation>
    </message>
    <message>
        <source>&amp;Equations…</source>
        <translation>&amp;Уравнения…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Закрыть</translation>
    </message>
    <message>
        <source>Properties of {name}</source>
        <translation>Свойства {name}</translation>
    </message>
    <message>
        <source>Used by {names}</source>
        <translation>Используют: {names}</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>Пока не используется</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>Add a base</source>
        <translation>Добавить основание</translation>
    </message>
    <message>
        <source>Add {motions} to the circuit class</source>
        <translation>Добавить {motions} в класс схемы</translation>
    </message>
    <message>
        <source>Make the circuit spatial</source>
        <translation>Сделать схему пространственной</translation>
    </message>
    <message>
        <source>Use default gravity</source>
        <translation>Взять силу тяжести по умолчанию</translation>
    </message>
    <message>
        <source>Remove gravity along {axis}</source>
        <translation>Убрать силу тяжести вдоль {axis}</translation>
    </message>
    <message>
        <source>Use the default {setting}</source>
        <translation>Взять значение {setting} по умолчанию</translation>
    </message>
    <message>
        <source>Move {used} above {user}</source>
        <translation>Поставить {used} выше {user}</translation>
    </message>
    <message>
        <source>Replace with {kind}</source>
        <translation>Заменить на {kind}</translation>
    </message>
    <message>
        <source>Rename to {name}</source>
        <translation>Переименовать в {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Убрать {name}</translation>
    </message>
    <message>
        <source>Use the default value</source>
        <translation>Взять значение по умолчанию</translation>
    </message>
    <message>
        <source>Swap the limits</source>
        <translation>Поменять границы местами</translation>
    </message>
    <message>
        <source>Disable {name}</source>
        <translation>Отключить {name}</translation>
    </message>
    <message>
        <source>Change kind to {kind}</source>
        <translation>Сменить вид на «{kind}»</translation>
    </message>
    <message>
        <source>Update from the library</source>
        <translation>Обновить из библиотеки</translation>
    </message>
    <message>
        <source>Insert {kind} at {port}</source>
        <translation>Поставить «{kind}» к {port}</translation>
    </message>
    <message>
        <source>Add a base and a free joint</source>
        <translation>Добавить основание и свободный шарнир</translation>
    </message>
    <message>
        <source>Insert rotation joint</source>
        <translation>Вставить вращательный шарнир</translation>
    </message>
    <message>
        <source>Insert translation joint</source>
        <translation>Вставить поступательный шарнир</translation>
    </message>
    <message>
        <source>Weld them</source>
        <translation>Скрепить жёстко</translation>
    </message>
    <message>
        <source>Connect {port} instead</source>
        <translation>Соединить вместо этого {port}</translation>
    </message>
    <message>
        <source>Add {kind} at {port}</source>
        <translation>Добавить «{kind}» к {port}</translation>
    </message>
    <message>
        <source>Set {name} to {number} signals</source>
        <translation>Задать {name}: сигналов {number}</translation>
    </message>
    <message>
        <source>Connect it to {port}</source>
        <translation>Соединить с {port}</translation>
    </message>
    <message>
        <source>Delete link {a} – {b}</source>
        <translation>Удалить связь {a} – {b}</translation>
    </message>
    <message>
        <source>Run in dynamic mode</source>
        <translation>Запустить в динамическом режиме</translation>
    </message>
    <message>
        <source>Remove this start value</source>
        <translation>Убрать это начальное значение</translation>
    </message>
    <message>
        <source>Mark {name} as a guess</source>
        <translation>Задать {name} приближённо</translation>
    </message>
    <message>
        <source>Mark all as guesses</source>
        <translation>Задать все приближённо</translation>
    </message>
</context>
<context>
    <name>Row</name>
    <message>
        <source>Show slider</source>
        <translation>Показать ползунок</translation>
    </message>
    <message>
        <source>Changing this rebuilds the model; the run continues from its current time</source>
        <translation>Изменение перестраивает модель; прогон продолжается с текущего момента</translation>
    </message>
    <message>
        <source>Hide slider</source>
        <translation>Скрыть ползунок</translation>
    </message>
    <message>
        <source>Reset to default</source>
        <translation>Вернуть значение по умолчанию</translation>
    </message>
</context>
<context>
    <name>RunControl</name>
    <message>
        <source>Cannot store the run: %1. Free some disk space.</source>
        <translation>Не удаётся сохранить прогон: %1. Освободите место на диске.</translation>
    </message>
    <message>
        <source>The results so far are kept.</source>
        <translation>Полученные результаты сохранены.</translation>
    </message>
</context>
<context>
    <name>RunData</name>
    <message>
        <source>Show trail of {0}</source>
        <translation>Показать след: {0}</translation>
    </message>
    <message>
        <source>Hide trail of {0}</source>
        <translation>Скрыть след: {0}</translation>
    </message>
    <message>
        <source>Show force at {0}</source>
        <translation>Показать силу: {0}</translation>
    </message>
    <message>
        <source>Hide force at {0}</source>
        <translation>Скрыть силу: {0}</translation>
    </message>
    <message>
        <source>the centre of mass</source>
        <translation>центр масс</translation>
    </message>
    <message>
        <source>Hide all trails</source>
        <translation>Скрыть все следы</translation>
    </message>
    <message>
        <source>Hide all forces</source>
        <translation>Скрыть все силы</translation>
    </message>
    <message>
        <source>Show centre of mass</source>
        <translation>Показать центр масс</translation>
    </message>
    <message>
        <source>Hide centre of mass</source>
        <translation>Скрыть центр масс</translation>
    </message>
</context>
<context>
    <name>RunDisplay</name>
    <message>
        <source>Preparing the solver. This takes up to a minute the first time</source>
        <translation>Подготовка решателя. В первый раз после установки это занимает до минуты</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>Подготовка прогона</translation>
    </message>
    <message>
        <source>The run continues without this change: %1</source>
        <translation>Прогон продолжается без этого изменения: %1</translation>
    </message>
    <message>
        <source>Rebuilt. Continuing from t = %1 s.</source>
        <translation>Модель перестроена. Прогон продолжается с t = %1 с.</translation>
    </message>
</context>
<context>
    <name>RunFiles</name>
    <message>
        <source>Mars run</source>
        <translation>Прогон Mars</translation>
    </message>
    <message>
        <source>Mars snapshot</source>
        <translation>Снимок состояния Mars</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>Открывается %1</translation>
    </message>
    <message>
        <source>Could not save the run</source>
        <translation>Не удалось сохранить прогон</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>Could not open the run</source>
        <translation>Не удалось открыть прогон</translation>
    </message>
</context>
<context>
    <name>RunListPopup</name>
    <message>
        <source>Compare with</source>
        <translation>Для сравнения</translation>
    </message>
    <message>
        <source>Earlier runs appear here after you run again</source>
        <translation>Прежние прогоны появятся здесь после нового запуска</translation>
    </message>
    <message>
        <source>Add table (CSV)…</source>
        <translation>Добавить таблицу (CSV)…</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>Показать {0}</translation>
    </message>
    <message>
        <source>Current run</source>
        <translation>Текущий прогон</translation>
    </message>
    <message>
        <source>Show as ghost</source>
        <translation>Показать бледными кривыми</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Имя прогона</translation>
    </message>
    <message>
        <source>Remove this run</source>
        <translation>Удалить этот прогон</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Удалить {0}</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source>Run %1</source>
        <translation>Прогон %1</translation>
    </message>
</context>
<context>
    <name>SheetBar</name>
    <message>
        <source>Sheets</source>
        <translation>Листы</translation>
    </message>
    <message>
        <source>Go to parent sheet (Ctrl+Up)</source>
        <translation>На лист выше (Ctrl+Вверх)</translation>
    </message>
    <message>
        <source>Go to parent sheet</source>
        <translation>На лист выше</translation>
    </message>
    <message>
        <source>Path to this sheet</source>
        <translation>Путь к этому листу</translation>
    </message>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Закрыть (Ctrl+W)</translation>
    </message>
    <message>
        <source>Close this sheet</source>
        <translation>Закрыть этот лист</translation>
    </message>
</context>
<context>
    <name>SheetNote</name>
    <message numerus="yes">
        <source>Changes here apply to all %n instances of {kind}.</source>
        <translation>
            <numerusform>Изменения здесь относятся к %n экземпляру вида {kind}.</numerusform>
            <numerusform>Изменения здесь относятся ко всем %n экземплярам вида {kind}.</numerusform>
            <numerusform>Изменения здесь относятся ко всем %n экземплярам вида {kind}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message>
        <source>Drawing</source>
        <translation>Чертёж</translation>
    </message>
</context>
<context>
    <name>Slider</name>
    <message>
        <source>{low} to {high} {unit}; right-click to change the range</source>
        <translation>от {low} до {high} {unit}; сменить диапазон — правой кнопкой</translation>
    </message>
    <message>
        <source>Set range…</source>
        <translation>Задать диапазон…</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation>Автоматический диапазон</translation>
    </message>
    <message>
        <source>Slider minimum</source>
        <translation>Наименьшее значение ползунка</translation>
    </message>
    <message>
        <source>Slider maximum</source>
        <translation>Наибольшее значение ползунка</translation>
    </message>
    <message>
        <source>to</source>
        <translation>до</translation>
    </message>
    <message>
        <source>This value is set by a formula, so it has no slider. Enter a number to get one</source>
        <translation>Это значение задаёт формула, поэтому ползунка нет. Введите число, чтобы он появился</translation>
    </message>
</context>
<context>
    <name>SolverForm</name>
    <message>
        <source>End time</source>
        <translation>Конец прогона</translation>
    </message>
    <message>
        <source>end time of the run</source>
        <translation>время окончания прогона</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Метод</translation>
    </message>
    <message>
        <source>Accuracy and output</source>
        <translation>Точность и вывод</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Режим</translation>
    </message>
    <message>
        <source>kinematic: all motions are prescribed</source>
        <translation>кинематический: все движения заданы</translation>
    </message>
    <message>
        <source>Output step</source>
        <translation>Шаг вывода</translation>
    </message>
    <message>
        <source>time between output points</source>
        <translation>интервал между моментами вывода</translation>
    </message>
    <message>
        <source>Maximum step</source>
        <translation>Наибольший шаг</translation>
    </message>
    <message>
        <source>largest step the solver may take</source>
        <translation>наибольший шаг решателя</translation>
    </message>
    <message>
        <source>Relative tol.</source>
        <translation>Отн. точность</translation>
    </message>
    <message>
        <source>allowed relative error per step</source>
        <translation>допустимая относительная погрешность шага</translation>
    </message>
    <message>
        <source>Absolute tol.</source>
        <translation>Абс. точность</translation>
    </message>
    <message>
        <source>allowed absolute error per step</source>
        <translation>допустимая абсолютная погрешность шага</translation>
    </message>
    <message>
        <source>Dynamic</source>
        <translation>Динамический</translation>
    </message>
    <message>
        <source>Kinematic</source>
        <translation>Кинематический</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>любой</translation>
    </message>
    <message>
        <source>Run: {setting}</source>
        <translation>Прогон: {setting}</translation>
    </message>
    <message>
        <source>auto: rk8, switching to radau if the circuit is stiff</source>
        <translation>auto: rk8, а если схема окажется жёсткой — radau</translation>
    </message>
    <message>
        <source>rk8, rk5: explicit Runge–Kutta</source>
        <translation>rk8, rk5: явные методы Рунге–Кутты</translation>
    </message>
    <message>
        <source>radau: for stiff circuits</source>
        <translation>radau: для жёстких схем</translation>
    </message>
    <message>
        <source>newmark: structural dynamics, fixed or variable step</source>
        <translation>newmark: динамика конструкций, шаг постоянный или переменный</translation>
    </message>
</context>
<context>
    <name>StartForm</name>
    <message>
        <source>Start</source>
        <translation>Начало</translation>
    </message>
    <message>
        <source>Start speeds</source>
        <translation>Начальные скорости</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Current circuit</source>
        <translation>Текущая схема</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>Unsaved work from an earlier session</source>
        <translation>Несохранённая работа прошлого сеанса</translation>
    </message>
    <message>
        <source>return to the circuit</source>
        <translation>вернуться к схеме</translation>
    </message>
    <message>
        <source>New planar mechanism</source>
        <translation>Плоский механизм</translation>
    </message>
    <message>
        <source>motion in the X–Y plane, gravity along −y</source>
        <translation>движение в плоскости X–Y, сила тяжести вдоль −y</translation>
    </message>
    <message>
        <source>New spatial mechanism</source>
        <translation>Пространственный механизм</translation>
    </message>
    <message>
        <source>all six motions, gravity along −z</source>
        <translation>шесть движений, сила тяжести по −z</translation>
    </message>
    <message>
        <source>New electrical circuit</source>
        <translation>Электрическая цепь</translation>
    </message>
    <message>
        <source>a capacitor being charged, ready to run</source>
        <translation>заряд конденсатора</translation>
    </message>
    <message>
        <source>New hydraulic circuit</source>
        <translation>Гидравлическая схема</translation>
    </message>
    <message>
        <source>a pump and its relief valve, ready to run</source>
        <translation>насос с предохранительным клапаном</translation>
    </message>
    <message>
        <source>New thermal circuit</source>
        <translation>Тепловая схема</translation>
    </message>
    <message>
        <source>a body being heated, ready to run</source>
        <translation>нагрев тела</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>a .mars file, or drop one on the window</source>
        <translation>файл .mars или перетащить его</translation>
    </message>
    <message>
        <source>Draw a mechanism with its drives and controls as a circuit, then run it.</source>
        <translation>Начертите механизм с приводами и управлением как схему и запустите расчёт.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Без названия</translation>
    </message>
    <message>
        <source>{name}, last changed {when}</source>
        <translation>{name}, изменено {when}</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Восстановить</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Удалить</translation>
    </message>
</context>
<context>
    <name>Starts</name>
    <message>
        <source>Fixed</source>
        <translation>Точно</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>Приближённо</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Свободно</translation>
    </message>
    <message>
        <source>kept as given</source>
        <translation>остаётся как задано</translation>
    </message>
    <message>
        <source>may be adjusted to close a loop</source>
        <translation>может измениться, чтобы замкнуть контур</translation>
    </message>
    <message>
        <source>determined by assembly</source>
        <translation>определяется при сборке</translation>
    </message>
    <message>
        <source>Clear the start value</source>
        <translation>Убрать начальное значение</translation>
    </message>
    <message>
        <source>after assembly: {value}</source>
        <translation>после сборки: {value}</translation>
    </message>
    <message>
        <source>Set start value of {name}</source>
        <translation>Начало: {name}</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>Speed of {port}</source>
        <translation>Скорость {port}</translation>
    </message>
</context>
<context>
    <name>SubcircuitDialog</name>
    <message>
        <source>Make subcircuit</source>
        <translation>Собрать подсхему</translation>
    </message>
    <message>
        <source>Components are named with this prefix and a number</source>
        <translation>Имена компонентов составляются из префикса и номера</translation>
    </message>
    <message>
        <source>Also &amp;save to my library</source>
        <translation>&amp;Сохранить и в моей библиотеке</translation>
    </message>
    <message>
        <source>Makes it available in every circuit; this file already contains it</source>
        <translation>Будет доступна в каждой схеме; в этом файле она уже есть</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>С&amp;обрать</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>Prefi&amp;x</source>
        <translation>Пре&amp;фикс</translation>
    </message>
    <message numerus="yes">
        <source>%n components will move to a new sheet.</source>
        <translation>
            <numerusform>%n компонент перейдёт на новый лист.</numerusform>
            <numerusform>%n компонента перейдут на новый лист.</numerusform>
            <numerusform>%n компонентов перейдут на новый лист.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>No links are cut, so it has no ports</source>
        <translation>Связи не разрезаны, поэтому портов нет</translation>
    </message>
    <message>
        <source>Name of port {port}</source>
        <translation>Имя порта {port}</translation>
    </message>
</context>
<context>
    <name>SymbolPreview</name>
    <message>
        <source>Symbol</source>
        <translation>Условный знак</translation>
    </message>
    <message>
        <source>No symbol yet</source>
        <translation>Знака пока нет</translation>
    </message>
</context>
<context>
    <name>TableField</name>
    <message>
        <source>{label}: pair {number} is incomplete. Enter both numbers</source>
        <translation>{label}: пара {number} заполнена не полностью. Введите оба числа</translation>
    </message>
</context>
<context>
    <name>TableForm</name>
    <message>
        <source>Smooth curve</source>
        <translation>Плавная кривая</translation>
    </message>
    <message>
        <source>Straight lines</source>
        <translation>Отрезки прямых</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Ступени</translation>
    </message>
    <message>
        <source>t, s</source>
        <translation>t, с</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
    <message>
        <source>Interpolation</source>
        <translation>Интерполяция</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Повторять</translation>
    </message>
    <message>
        <source>Repeat the table before its first and after its last time</source>
        <translation>Повторять таблицу до её первого и после её последнего времени</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Spring with damper</source>
        <translation>Пружина с демпфером</translation>
    </message>
    <message>
        <source>Two-terminal electrical component</source>
        <translation>Электрический двухполюсник</translation>
    </message>
    <message>
        <source>Signal block</source>
        <translation>Сигнальный блок</translation>
    </message>
    <message>
        <source>Shaft source</source>
        <translation>Источник на валу</translation>
    </message>
    <message>
        <source>Force on a body</source>
        <translation>Сила на теле</translation>
    </message>
    <message>
        <source>Torsional spring and damper in parallel.</source>
        <translation>Пружина кручения с параллельным демпфером.</translation>
    </message>
    <message>
        <source>torque per radian of twist</source>
        <translation>момент на радиан закрутки</translation>
    </message>
    <message>
        <source>torque per rad/s</source>
        <translation>момент на рад/с</translation>
    </message>
    <message>
        <source>twist of the spring</source>
        <translation>закрутка пружины</translation>
    </message>
    <message>
        <source>Coil: inductance and winding resistance.</source>
        <translation>Катушка: индуктивность и сопротивление обмотки.</translation>
    </message>
    <message>
        <source>flux linkage per ampere</source>
        <translation>потокосцепление на ампер</translation>
    </message>
    <message>
        <source>winding resistance</source>
        <translation>сопротивление обмотки</translation>
    </message>
    <message>
        <source>current from p to n</source>
        <translation>ток от p к n</translation>
    </message>
    <message>
        <source>PI controller.</source>
        <translation>ПИ-регулятор.</translation>
    </message>
    <message>
        <source>controller gain</source>
        <translation>коэффициент усиления регулятора</translation>
    </message>
    <message>
        <source>integral time</source>
        <translation>постоянная времени интегрирования</translation>
    </message>
    <message>
        <source>integral of the input</source>
        <translation>интеграл входа</translation>
    </message>
    <message>
        <source>Motor whose torque falls with speed.</source>
        <translation>Двигатель, момент которого падает с ростом скорости.</translation>
    </message>
    <message>
        <source>torque at standstill</source>
        <translation>момент при неподвижном вале</translation>
    </message>
    <message>
        <source>drop in torque per rad/s</source>
        <translation>падение момента на рад/с</translation>
    </message>
    <message>
        <source>power delivered to the shaft</source>
        <translation>мощность, отдаваемая валу</translation>
    </message>
    <message>
        <source>Air drag on a point of a body, opposing its velocity.</source>
        <translation>Сопротивление воздуха в точке тела, против её скорости.</translation>
    </message>
    <message>
        <source>force per speed squared</source>
        <translation>сила на квадрат скорости</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Play back (F7)</source>
        <translation>Воспроизвести (F7)</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Воспроизводить по кругу</translation>
    </message>
    <message>
        <source>predates your last change</source>
        <translation>до последней правки</translation>
    </message>
    <message>
        <source>The circuit has changed since this run</source>
        <translation>После этого прогона схема изменилась</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Toolbar</source>
        <translation>Панель инструментов</translation>
    </message>
    <message>
        <source>Run speed relative to real time; max: as fast as possible</source>
        <translation>Скорость прогона относительно реального времени; макс.: как можно быстрее</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>max</source>
        <translation>макс.</translation>
    </message>
    <message>
        <source>running at %1×</source>
        <translation>скорость %1×</translation>
    </message>
    <message>
        <source>paused (F6 to resume)</source>
        <translation>пауза (F6 — продолжить)</translation>
    </message>
</context>
<context>
    <name>Topology</name>
    <message>
        <source>Nodes</source>
        <translation>Узлы</translation>
    </message>
    <message>
        <source>Tree branches</source>
        <translation>Ветви дерева</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Контуры</translation>
    </message>
    <message>
        <source>Degrees of freedom</source>
        <translation>Степени свободы</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Части</translation>
    </message>
    <message>
        <source>Subcircuits</source>
        <translation>Подсхемы</translation>
    </message>
    <message>
        <source>{all} ({vector} vector, {scalar} scalar)</source>
        <translation>{all} (векторных {vector}, скалярных {scalar})</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Ветви</translation>
    </message>
    <message>
        <source>In scalar form</source>
        <translation>В скалярной форме</translation>
    </message>
    <message>
        <source>{nodes} nodes, {branches} branches</source>
        <translation>узлов {nodes}, ветвей {branches}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Backbone node</source>
        <translation>Базовый узел</translation>
    </message>
    <message>
        <source>Node {number}</source>
        <translation>Узел {number}</translation>
    </message>
    <message>
        <source>loop cut here</source>
        <translation>контур разрезан здесь</translation>
    </message>
    <message>
        <source>Cut through {body}</source>
        <translation>Разрез через {body}</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>Уравнения связей</translation>
    </message>
    <message>
        <source>{all}, {redundant} of them redundant</source>
        <translation>{all}, из них лишних {redundant}</translation>
    </message>
    <message>
        <source>{rank} at the start ({count} by counting constraints)</source>
        <translation>{rank} в начале (по числу уравнений связей {count})</translation>
    </message>
    <message>
        <source>free</source>
        <translation>свободна</translation>
    </message>
    <message>
        <source>prescribed displacement</source>
        <translation>задано перемещение</translation>
    </message>
    <message>
        <source>prescribed velocity</source>
        <translation>задана скорость</translation>
    </message>
    <message>
        <source>prescribed motion</source>
        <translation>задано движение</translation>
    </message>
    <message>
        <source>Part {number}</source>
        <translation>Часть {number}</translation>
    </message>
</context>
<context>
    <name>TopologyPanel</name>
    <message>
        <source>The circuit is empty. Place a base, a joint and a body, and connect them.</source>
        <translation>Схема пуста. Поставьте основание, шарнир и тело и соедините их.</translation>
    </message>
    <message>
        <source>Too many components to list here</source>
        <translation>Слишком много компонентов, чтобы перечислить их здесь</translation>
    </message>
    <message>
        <source>Circuit topology</source>
        <translation>Топология схемы</translation>
    </message>
</context>
<context>
    <name>UnresponsiveNotice</name>
    <message>
        <source>The simulation is not responding</source>
        <translation>Расчёт не отвечает</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Ждать</translation>
    </message>
    <message>
        <source>It may be computing something long</source>
        <translation>Возможно, идёт долгое вычисление</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Перезапустить</translation>
    </message>
    <message>
        <source>End it and start it again; stored results are kept</source>
        <translation>Завершить и запустить заново; сохранённые результаты останутся</translation>
    </message>
</context>
<context>
    <name>ValueLine</name>
    <message>
        <source>mixed</source>
        <translation>разные</translation>
    </message>
    <message>
        <source>Show in {unit}</source>
        <translation>Показывать в {unit}</translation>
    </message>
</context>
<context>
    <name>VariableChooser</name>
    <message>
        <source>Search: KN1 angle, force …</source>
        <translation>Поиск: KN1 angle, force …</translation>
    </message>
    <message>
        <source>Find a variable</source>
        <translation>Найти переменную</translation>
    </message>
    <message>
        <source>Nothing to plot yet. Press Run (F5) first</source>
        <translation>Строить пока нечего. Сначала нажмите «Запустить» (F5)</translation>
    </message>
    <message>
        <source>No matching variables</source>
        <translation>Переменные не найдены</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Переменные</translation>
    </message>
</context>
<context>
    <name>VariableDetails</name>
    <message>
        <source>Unit</source>
        <translation>Единица</translation>
    </message>
    <message>
        <source>Slider from</source>
        <translation>Ползунок от</translation>
    </message>
    <message>
        <source>to</source>
        <translation>до</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>Move up: a formula can use only the variables above it</source>
        <translation>Выше: формула может использовать только переменные над ней</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Ниже</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
</context>
<context>
    <name>VariableRow</name>
    <message>
        <source>Name of the variable</source>
        <translation>Имя переменной</translation>
    </message>
    <message>
        <source>Edit unit, range, note and order, or delete</source>
        <translation>Единица, диапазон, заметка, порядок и удаление</translation>
    </message>
    <message>
        <source>Variable {name}</source>
        <translation>Переменная {name}</translation>
    </message>
    <message>
        <source>A variable needs a value. Enter a number or a formula</source>
        <translation>Переменной нужно значение. Введите число или формулу</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
</context>
<context>
    <name>VariablesForm</name>
    <message>
        <source>Add variable</source>
        <translation>Добавить переменную</translation>
    </message>
    <message>
        <source>A number that formulas can use, as in 2*L1</source>
        <translation>Число, которое можно использовать в формулах, например 2*L1</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>ещё %n</numerusform>
            <numerusform>ещё %n</numerusform>
            <numerusform>ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Move variable {name}</source>
        <translation>Перенос переменной {name}</translation>
    </message>
    <message>
        <source>Delete variable {name}</source>
        <translation>Удаление переменной {name}</translation>
    </message>
</context>
<context>
    <name>ViewButtons</name>
    <message>
        <source>Front view (1)</source>
        <translation>Спереди (1)</translation>
    </message>
    <message>
        <source>Top view (7)</source>
        <translation>Сверху (7)</translation>
    </message>
    <message>
        <source>Right view (3)</source>
        <translation>Справа (3)</translation>
    </message>
    <message>
        <source>Isometric view (0)</source>
        <translation>Изометрия (0)</translation>
    </message>
    <message>
        <source>Zoom to fit (F)</source>
        <translation>Показать целиком (F)</translation>
    </message>
    <message>
        <source>Label all points</source>
        <translation>Подписать все точки</translation>
    </message>
    <message>
        <source>Zero pose: all joint coordinates at zero
Click again for the start pose</source>
        <translation>Нулевое положение: все координаты шарниров равны нулю
Ещё раз — начальное положение</translation>
    </message>
    <message>
        <source>Trails: paths of points</source>
        <translation>Следы: траектории точек</translation>
    </message>
    <message>
        <source>Forces and moments at the joints</source>
        <translation>Силы и моменты в шарнирах</translation>
    </message>
    <message>
        <source>Centre of mass</source>
        <translation>Центр масс</translation>
    </message>
</context>
<context>
    <name>WorkerClient</name>
    <message>
        <source>Could not start the simulation: %1</source>
        <translation>Не удалось запустить расчёт: %1</translation>
    </message>
    <message>
        <source>The simulation was restarted.</source>
        <translation>Расчёт перезапущен.</translation>
    </message>
    <message>
        <source>The simulation ended unexpectedly before it responded.</source>
        <translation>Расчёт неожиданно прервался, не дав ответа.</translation>
    </message>
    <message>
        <source>The simulation ended unexpectedly (%1). It will restart when needed.</source>
        <translation>Расчёт неожиданно прервался (%1). Он запустится снова, когда понадобится.</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>код завершения %1</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>Drag to view another time. Continuing from there keeps this run as a ghost</source>
        <translation>Перетащите, чтобы посмотреть другой момент. Если продолжить оттуда, этот прогон останется бледной кривой</translation>
    </message>
</context>
</TS>
