"""What is drawn stays within the picture."""

from matplotlib.figure import Figure

from playtree.experiments.plots.canvas import line, picture, show_title, whole_numbers

LONG = "matsumoto-fig1: Histograms of scores by number of nodes (drawn only; one board), 1,000 nodes, and more to say"


def test_a_long_title_is_broken_and_stays_within_the_picture(tmp_path):
    with picture(tmp_path / "a.png") as axes:
        show_title(axes, LONG)
        figure = axes.figure
    assert isinstance(figure, Figure)
    figure.draw_without_rendering()  # at the resolution of the figure, not that of the file
    place = axes.title.get_window_extent()
    assert axes.title.get_text().replace("\n", " ") == LONG
    assert place.x0 >= 0
    assert place.x1 <= figure.bbox.width


def test_a_short_title_is_one_line(tmp_path):
    with picture(tmp_path / "a.png") as axes:
        show_title(axes, "klein-6.1: Normalisation")
    assert axes.title.get_text() == "klein-6.1: Normalisation"


def test_curves_of_the_same_colour_have_different_lines():
    looks = [tuple(line(index).values()) for index in range(24)]
    assert len(set(looks)) == len(looks)


def test_iterations_are_numbered_by_whole_numbers(tmp_path):
    with picture(tmp_path / "a.png") as axes:
        axes.plot([1, 2, 3], [0.1, 0.2, 0.3])
        whole_numbers(axes.xaxis)
    assert all(tick == int(tick) for tick in axes.get_xticks())
